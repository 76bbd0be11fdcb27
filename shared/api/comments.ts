import { z } from 'zod'
import { instant, one } from './primitives.ts'
import { visibleCharacter } from './task-limits.ts'

/** REC-12. */
export const comment = z
  .object({
    id: z.string(),
    recordId: z.string(),
    content: z.string(),
    createdBy: z.string(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Comment' })
export type Comment = z.infer<typeof comment>

/** REC-12. A comment in which nothing can be seen says nothing. */
export const commentWrite = z.object({
  content: z
    .string()
    .min(1)
    .max(10_000)
    .refine((text) => visibleCharacter.test(text), { error: 'A comment needs a visible character.' })
    .describe('Text as it is to be shown; a visible character must be in it.'),
})

export const commentResponse = one(comment)

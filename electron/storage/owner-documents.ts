// Documents of which each person has their own: "cache" and "cache-3" for the first one, "cache.1" and "cache.1-3" for the
// next. The people used last keep theirs. Each document names its owner, so whoever gets a place that was another's reads
// nothing of theirs.
import { z } from 'zod'
import { createInOrder } from '../../shared/in-order.ts'
import type { Document } from './vault.ts'

const stored = z.object({ owners: z.array(z.object({ owner: z.string(), place: z.number().int().min(0) })) })
type Places = z.infer<typeof stored>['owners']

export type OwnerDocuments = {
  /** @param name of the first person's. A number after it stays last. */
  of: (owner: string, name: string) => Document
  /** Gives the place of this person to the next. Their documents are removed before. */
  forget: (owner: string) => Promise<void>
}

const placed = (name: string, place: number): string =>
  place === 0 ? name : name.replace(/(-\d+)?$/, `.${place}$1`)

/** @param index lists who has which place. @param most the number of people */
export const createOwnerDocuments = ({
  index,
  document,
  onProblem,
  most = 5,
}: {
  index: Document
  document: (name: string) => Document
  onProblem: (error: unknown) => void
  most?: number
}): OwnerDocuments => {
  const inOrder = createInOrder()
  const documents = new Map<string, Document>()
  /** The person used last comes first. */
  let owners: Places | null = null

  const read = async (): Promise<Places> => {
    owners ??= stored.safeParse(await index.read()).data?.owners ?? []
    return owners
  }
  const write = async (next: Places): Promise<void> => {
    owners = next
    await index.write({ owners: next } satisfies z.input<typeof stored>).catch(onProblem)
  }

  const placeOf = (owner: string): Promise<number> =>
    inOrder(async () => {
      const known = await read()
      const [first] = known
      if (first?.owner === owner) return first.place
      const others = known.filter((one) => one.owner !== owner)
      const kept = others.length < known.length ? others : others.slice(0, most - 1)
      const taken = new Set(kept.map(({ place }) => place))
      const free = Array.from({ length: most }, (_, place) => place).find((place) => !taken.has(place)) ?? 0
      const place = known.find((one) => one.owner === owner)?.place ?? free
      await write([{ owner, place }, ...kept])
      return place
    })

  const at = async (owner: string, name: string): Promise<Document> => {
    const full = placed(name, await placeOf(owner))
    const known = documents.get(full) ?? document(full)
    documents.set(full, known)
    return known
  }

  return {
    of: (owner, name) => ({
      read: async () => (await at(owner, name)).read(),
      write: async (content) => (await at(owner, name)).write(content),
      remove: async () => (await at(owner, name)).remove(),
    }),
    forget: (owner) =>
      inOrder(async () => {
        const known = await read()
        const others = known.filter((one) => one.owner !== owner)
        if (others.length === known.length) return
        if (others.length > 0) return write(others)
        owners = []
        await index.remove()
      }),
  }
}

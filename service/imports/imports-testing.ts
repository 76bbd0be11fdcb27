// For tests: a workspace with the starter objects as a plan sees it, and looking at a text.
import { defaultStatuses } from '../operator/workspaces.ts'
import { lookAt, presentPlan, type Look, type LookOptions } from './look.ts'
import type { Plan, Target } from './plan.ts'
import { starterSchema } from './starter.ts'

const flags = {
  required: false,
  primary: false,
  readOnly: false,
  proOnly: false,
  inPreview: false,
  retired: false,
}

export const starterTarget: Target = {
  objects: starterSchema.objects.map(({ slug, singularName, pluralName, fields }, position) => ({
    type: {
      id: `obj_${slug}`,
      slug,
      singularName,
      pluralName,
      position,
      icon: null,
      color: null,
      description: null,
      createdAt: 0,
    },
    fields: fields.map(({ type: kind, slug: name, name: title, options, required, primary }, place) => ({
      ...flags,
      id: `fld_${slug}_${name}`,
      objectId: `obj_${slug}`,
      slug: name,
      name: title,
      kind,
      options,
      required: required ?? false,
      primary: primary ?? false,
      position: place,
    })),
  })),
  members: [
    { id: 'usr_1', name: 'Mira Brandt', email: 'mira@harbour.test' },
    { id: 'usr_2', name: 'Noah Berg', email: 'noah@harbour.test' },
  ],
  statuses: defaultStatuses.map((status) => ({ ...status, id: `sts_${status.slug}` })),
  sections: [{ id: 'sec_1', name: 'Spring fair', recordId: null, position: 0 }],
}

export const linesOf = (...lines: readonly string[]): string => lines.join('\n')

const planOf = (file: string | Uint8Array, options: Partial<LookOptions> = {}) =>
  lookAt(typeof file === 'string' ? Buffer.from(file) : file, {
    target: starterTarget,
    zone: 'Europe/Berlin',
    ...options,
  })

export function planned(file: string | Uint8Array, options: Partial<LookOptions> = {}): Plan {
  const plan = planOf(file, options)
  if (!plan.ok) throw new Error(plan.message)
  return plan.value
}

export const looked = (file: string | Uint8Array, options: Partial<LookOptions> = {}): Look =>
  presentPlan(planned(file, options), options.target ?? starterTarget)

/** The sentence by which a file is refused. */
export function refusedWith(file: string | Uint8Array, options: Partial<LookOptions> = {}): string {
  const plan = planOf(file, options)
  return plan.ok ? 'not refused' : plan.message
}

/** Faults as `line column: text`. */
export const faultsOf = ({ faults }: Look): string[] =>
  faults.map(({ line, column, text }) => `${line} ${column}: ${text}`)

// For tests: a workspace with the starter objects as a plan sees it, and looking at a text.
import { defaultStatuses } from '../operator/workspaces.ts'
import type { ImportChoices, ImportLook } from '../../shared/api/imports.ts'
import { lookAt, presentPlan } from './look.ts'
import type { Plan, Target } from './plan.ts'
import { starterSchema } from './starter.ts'

const flags = { required: false, primary: false, readOnly: false, proOnly: false, inPreview: false }

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

/** Choices, and the workspace and the zone if they are others. */
type Options = ImportChoices & { target?: Target; zone?: string; unfit?: 'show' | 'refuse' }

const planOf = (file: string | Uint8Array, options: Options = {}) => {
  const { target = starterTarget, zone = 'Europe/Berlin', unfit = 'refuse', ...choices } = options
  return lookAt(typeof file === 'string' ? Buffer.from(file) : file, { target, zone, unfit, choices })
}

export function planned(file: string | Uint8Array, options: Options = {}): Plan {
  const plan = planOf(file, options)
  if (!plan.ok) throw new Error(plan.message)
  return plan.value
}

export const looked = (file: string | Uint8Array, options: Options = {}): ImportLook =>
  presentPlan(planned(file, options), options.target ?? starterTarget)

/** The sentence by which a file is refused. */
export function refusedWith(file: string | Uint8Array, options: Options = {}): string {
  const plan = planOf(file, options)
  return plan.ok ? 'not refused' : plan.message
}

/** Faults as `line column: text`. */
export const faultsOf = ({ faults }: ImportLook): string[] =>
  faults.map(({ line, column, text }) => `${line} ${column}: ${text}`)

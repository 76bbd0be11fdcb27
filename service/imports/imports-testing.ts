// For tests: a workspace with the starter objects as a plan sees it, and looking at a text.
import type { Field } from '../objects/objects.store.ts'
import { defaultStatuses } from '../operator/workspaces.ts'
import type { ImportChoices, ImportLook } from '../../shared/api/launcher/imports.ts'
import { lookAt } from './reading/look.ts'
import { presentPlan } from './reading/present-plan.ts'
import type { Plan, Target } from './reading/plan.ts'
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
  objects: starterSchema().objects.map(({ slug, singularName, pluralName, fields }, position) => ({
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

const choices = (...names: readonly string[]) => ({
  choices: names.map((name) => ({
    id: name.toLowerCase().replaceAll(' ', '_'),
    name,
    color: '#626f86',
  })),
})

const dealFields: readonly (readonly [
  slug: string,
  name: string,
  kind: Field['kind'],
  options?: Field['options'],
])[] = [
  ['name', 'Name', 'text'],
  ['value', 'Value', 'currency', { currencyCode: 'EUR' }],
  ['seats', 'Seats', 'number'],
  ['stage', 'Stage', 'status', choices('Qualified', 'Proposal', 'Won')],
  ['source', 'Source', 'select', choices('Web', 'Trade fair')],
  ['tags', 'Tags', 'multi_select', choices('Customer', 'Hot lead', 'North, east')],
  ['close_date', 'Close date', 'date'],
  ['met', 'Met at', 'datetime'],
  ['company', 'Company', 'record_reference', { objects: ['companies'] }],
  ['contacts', 'Contacts', 'record_reference', { objects: ['people'], multiple: true }],
  ['owner', 'Owner', 'user_reference'],
  ['team', 'Team', 'user_reference', { multiple: true }],
  ['rating', 'Rating', 'rating'],
  ['active', 'Active', 'checkbox'],
  ['notes', 'Notes', 'long_text'],
]

const deals: Target['objects'][number] = {
  type: {
    id: 'obj_deals',
    slug: 'deals',
    singularName: 'Deal',
    pluralName: 'Deals',
    position: 2,
    icon: null,
    color: null,
    description: null,
    createdAt: 0,
  },
  fields: dealFields.map(([slug, name, kind, options = null], position) => ({
    ...flags,
    id: `fld_deals_${slug}`,
    objectId: 'obj_deals',
    slug,
    name,
    kind,
    options,
    primary: slug === 'name',
    required: slug === 'name',
    position,
  })),
}

/** A workspace with deals, which have a field of almost every kind. */
export const dealsTarget: Target = { ...starterTarget, objects: [...starterTarget.objects, deals] }

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

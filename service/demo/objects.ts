// The objects of the demo workspaces: every field type, required, read-only and enriched fields, and one slug that two
// fields share (FLD-02).
import type { FieldOptions } from '../../shared/api/objects.ts'
import type { Field, ObjectType } from '../objects/objects.store.ts'
import type { Random } from './random.ts'

type FieldPlan = Pick<Field, 'slug' | 'name' | 'kind'> &
  Partial<Pick<Field, 'required' | 'primary' | 'readOnly' | 'proOnly' | 'inPreview' | 'options'>>
type ObjectPlan = Pick<
  ObjectType,
  'slug' | 'singularName' | 'pluralName' | 'icon' | 'color' | 'description'
> & {
  fields: FieldPlan[]
}

export type DemoObject = ObjectType & { fields: Field[] }

const choices = (...names: [id: string, name: string, color: string][]): FieldOptions => ({
  choices: names.map(([id, name, color]) => ({ id, name, color })),
})

const name: FieldPlan = { slug: 'name', name: 'Name', kind: 'text', required: true, primary: true }
const recordId: FieldPlan = { slug: 'record_id', name: 'Record ID', kind: 'text', readOnly: true }
const owner: FieldPlan = { slug: 'owner', name: 'Owner', kind: 'user_reference', inPreview: true }
const enriched = { readOnly: true, proOnly: true, inPreview: true }
const lastInteraction: FieldPlan = {
  slug: 'last_interaction',
  name: 'Last interaction',
  kind: 'datetime',
  ...enriched,
}

const companies: ObjectPlan = {
  slug: 'companies',
  singularName: 'Company',
  pluralName: 'Companies',
  icon: 'building',
  color: '#3b82f6',
  description: 'Organisations that we work with.',
  fields: [
    name,
    { slug: 'domain', name: 'Website', kind: 'url', inPreview: true },
    {
      slug: 'status',
      name: 'Status',
      kind: 'status',
      required: true,
      inPreview: true,
      options: choices(
        ['prospect', 'Prospect', '#8b93a7'],
        ['customer', 'Customer', '#22a06b'],
        ['former', 'Former customer', '#d97706'],
      ),
    },
    {
      slug: 'industry',
      name: 'Industry',
      kind: 'select',
      inPreview: true,
      options: choices(
        ['manufacturing', 'Manufacturing', '#64748b'],
        ['software', 'Software', '#6366f1'],
        ['health', 'Health', '#ef4444'],
        ['logistics', 'Logistics', '#0ea5e9'],
        ['finance', 'Finance', '#22a06b'],
        ['food', 'Food', '#d97706'],
      ),
    },
    { slug: 'employees', name: 'Employees', kind: 'number' },
    { slug: 'revenue', name: 'Annual revenue', kind: 'currency', options: { currencyCode: 'EUR' } },
    { slug: 'fit', name: 'Fit', kind: 'rating', options: { maximum: 5 } },
    { slug: 'partner', name: 'Partner', kind: 'checkbox' },
    { slug: 'founded', name: 'Founded', kind: 'date' },
    { slug: 'location', name: 'Headquarters', kind: 'location', inPreview: true },
    { slug: 'notes', name: 'Notes', kind: 'long_text' },
    owner,
    recordId,
    { slug: 'audience', name: 'Followers', kind: 'number', ...enriched },
    lastInteraction,
    { slug: 'enrichment', name: 'Enrichment', kind: 'json', readOnly: true, proOnly: true },
  ],
}

const people: ObjectPlan = {
  slug: 'people',
  singularName: 'Person',
  pluralName: 'People',
  icon: 'user',
  color: '#a855f7',
  description: 'Everyone that we know.',
  fields: [
    name,
    { slug: 'email', name: 'Email', kind: 'email', required: true, inPreview: true },
    { slug: 'job_title', name: 'Job title', kind: 'text', inPreview: true },
    {
      slug: 'company',
      name: 'Company',
      kind: 'record_reference',
      inPreview: true,
      options: { objects: ['companies'] },
    },
    { slug: 'phone', name: 'Work phone', kind: 'phone', inPreview: true },
    { slug: 'phone', name: 'Mobile phone', kind: 'phone' },
    {
      slug: 'tags',
      name: 'Tags',
      kind: 'multi_select',
      options: choices(
        ['decision-maker', 'Decision maker', '#22a06b'],
        ['champion', 'Champion', '#3b82f6'],
        ['newsletter', 'Newsletter', '#8b93a7'],
        ['speaker', 'Speaker', '#d97706'],
      ),
    },
    { slug: 'birthday', name: 'Birthday', kind: 'date' },
    owner,
    recordId,
    lastInteraction,
  ],
}

const deals: ObjectPlan = {
  slug: 'deals',
  singularName: 'Deal',
  pluralName: 'Deals',
  icon: 'handshake',
  color: '#22a06b',
  description: 'What we are selling, and how far it is.',
  fields: [
    name,
    {
      slug: 'stage',
      name: 'Stage',
      kind: 'status',
      required: true,
      inPreview: true,
      options: choices(
        ['lead', 'Lead', '#8b93a7'],
        ['proposal', 'Proposal', '#3b82f6'],
        ['negotiation', 'Negotiation', '#a855f7'],
        ['won', 'Won', '#22a06b'],
        ['lost', 'Lost', '#ef4444'],
      ),
    },
    {
      slug: 'value',
      name: 'Value',
      kind: 'currency',
      required: true,
      inPreview: true,
      options: { currencyCode: 'EUR' },
    },
    {
      slug: 'company',
      name: 'Company',
      kind: 'record_reference',
      inPreview: true,
      options: { objects: ['companies'] },
    },
    {
      slug: 'contacts',
      name: 'Contacts',
      kind: 'record_reference',
      options: { objects: ['people'], multiple: true },
    },
    { slug: 'close_date', name: 'Close date', kind: 'date', inPreview: true },
    { slug: 'kick_off', name: 'Kick-off', kind: 'datetime' },
    owner,
    recordId,
    { slug: 'health', name: 'Health', kind: 'number', ...enriched },
  ],
}

const vendors: ObjectPlan = {
  slug: 'vendors',
  singularName: 'Vendor',
  pluralName: 'Vendors',
  icon: 'truck',
  color: '#0ea5e9',
  description: 'Who delivers to us.',
  fields: [
    name,
    { slug: 'website', name: 'Website', kind: 'url', inPreview: true },
    { slug: 'contact_email', name: 'Contact', kind: 'email', inPreview: true },
    { slug: 'approved', name: 'Approved', kind: 'checkbox' },
    { slug: 'reliability', name: 'Reliability', kind: 'rating', inPreview: true, options: { maximum: 10 } },
    recordId,
  ],
}

export const objectPlans = { companies, people, deals, vendors }

/** Ids and positions for a plan. */
export function makeObjects(random: Random, plans: readonly ObjectPlan[], createdAt: number): DemoObject[] {
  return plans.map(({ fields, ...plan }, position) => {
    const objectId = random.id('obj')
    const object = { id: objectId, ...plan, position, createdAt }
    const made = fields.map((field, place): Field => ({
      id: random.id('fld'),
      objectId,
      required: false,
      primary: false,
      readOnly: false,
      proOnly: false,
      inPreview: false,
      retired: false,
      options: null,
      position: place,
      ...field,
    }))
    return { ...object, fields: made }
  })
}

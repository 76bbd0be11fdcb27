// The objects that a new workspace can begin with, so that a file of contacts has a place to go.
import type { SchemaFile } from '../import/schema-file.ts'

const name = {
  slug: 'name',
  name: 'Name',
  type: 'text',
  required: true,
  primary: true,
  options: null,
} as const
const phone = { slug: 'phone', name: 'Phone', type: 'phone', inPreview: true, options: null } as const
const notes = { slug: 'notes', name: 'Notes', type: 'long_text', options: null } as const

/** People and the companies that they work for. */
export const starterSchema: SchemaFile = {
  objects: [
    {
      slug: 'people',
      singularName: 'Person',
      pluralName: 'People',
      icon: 'user',
      fields: [
        name,
        { slug: 'email', name: 'Email', type: 'email', inPreview: true, options: null },
        phone,
        { slug: 'job_title', name: 'Job title', type: 'text', inPreview: true, options: null },
        {
          slug: 'company',
          name: 'Company',
          type: 'record_reference',
          inPreview: true,
          options: { objects: ['companies'] },
        },
        notes,
      ],
    },
    {
      slug: 'companies',
      singularName: 'Company',
      pluralName: 'Companies',
      icon: 'building-2',
      fields: [
        name,
        { slug: 'domain', name: 'Domain', type: 'url', inPreview: true, options: null },
        phone,
        notes,
      ],
    },
  ],
  statuses: [],
  sections: [],
}

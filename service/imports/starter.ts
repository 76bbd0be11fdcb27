// The objects that a new workspace can begin with, so that a file of contacts has a place to go.
import type { Language } from '../../shared/language.ts'
import type { SchemaFile } from '../import/schema-file.ts'

const labels = {
  en: {
    people: ['Person', 'People'],
    companies: ['Company', 'Companies'],
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    jobTitle: 'Job title',
    company: 'Company',
    domain: 'Domain',
    notes: 'Notes',
  },
  de: {
    people: ['Person', 'Personen'],
    companies: ['Unternehmen', 'Unternehmen'],
    name: 'Name',
    email: 'E-Mail',
    phone: 'Telefon',
    jobTitle: 'Position',
    company: 'Unternehmen',
    domain: 'Domain',
    notes: 'Notizen',
  },
} as const satisfies Record<Language, unknown>

/** People and the companies that they work for. Slugs are the same in every language. */
export function starterSchema(language: Language = 'en'): SchemaFile {
  const said = labels[language]
  const name = {
    slug: 'name',
    name: said.name,
    type: 'text',
    required: true,
    primary: true,
    options: null,
  } as const
  const phone = { slug: 'phone', name: said.phone, type: 'phone', inPreview: true, options: null } as const
  const notes = { slug: 'notes', name: said.notes, type: 'long_text', options: null } as const
  return {
    objects: [
      {
        slug: 'people',
        singularName: said.people[0],
        pluralName: said.people[1],
        icon: 'user',
        fields: [
          name,
          { slug: 'email', name: said.email, type: 'email', inPreview: true, options: null },
          phone,
          { slug: 'job_title', name: said.jobTitle, type: 'text', inPreview: true, options: null },
          {
            slug: 'company',
            name: said.company,
            type: 'record_reference',
            inPreview: true,
            options: { objects: ['companies'] },
          },
          notes,
        ],
      },
      {
        slug: 'companies',
        singularName: said.companies[0],
        pluralName: said.companies[1],
        icon: 'building-2',
        fields: [
          name,
          { slug: 'domain', name: said.domain, type: 'url', inPreview: true, options: null },
          phone,
          notes,
        ],
      },
    ],
    statuses: [],
    sections: [],
  }
}

import { expect, test } from 'vitest'
import { starterSchema } from './starter.ts'

const namesIn = (schema: ReturnType<typeof starterSchema>) =>
  schema.objects.map(({ singularName, pluralName, fields }) => [
    singularName,
    pluralName,
    ...fields.map(({ name }) => name),
  ])

test('RCL-03 the first objects have names in the language of their person, and the same slugs', () => {
  expect(namesIn(starterSchema())).toEqual([
    ['Person', 'People', 'Name', 'Email', 'Phone', 'Job title', 'Company', 'Notes'],
    ['Company', 'Companies', 'Name', 'Domain', 'Phone', 'Notes'],
  ])
  expect(namesIn(starterSchema('de'))).toEqual([
    ['Person', 'Personen', 'Name', 'E-Mail', 'Telefon', 'Position', 'Unternehmen', 'Notizen'],
    ['Unternehmen', 'Unternehmen', 'Name', 'Domain', 'Telefon', 'Notizen'],
  ])
  const slugsIn = ({ objects }: ReturnType<typeof starterSchema>) =>
    objects.map(({ slug, fields }) => [slug, ...fields.map((field) => field.slug)])
  expect(slugsIn(starterSchema('de'))).toEqual(slugsIn(starterSchema('en')))
})

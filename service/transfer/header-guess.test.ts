import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { columnNames, guessColumns } from './header-guess.ts'

const field = (slug: string, name: string) => ({ id: `fld_${slug}`, slug, name })
const companies = [
  field('name', 'Name'),
  field('domain', 'Domain'),
  field('employees', 'Employees'),
  field('revenue', 'Annual revenue'),
  field('founded', 'Founded'),
  field('location', 'Headquarters'),
  field('owner', 'Owner'),
]
const guess = (...columns: string[]) =>
  guessColumns(columns, companies, ['Company', 'Companies']).map((one) => one.field?.slice(4) ?? null)

describe('which field a header means', () => {
  test.each([
    ['name', 'name'],
    ['  NAME ', 'name'],
    ['Company name', 'name'],
    ['Name of the company', 'name'],
    ['companyName', 'name'],
    ['Title', 'name'],
    ['fld_domain', 'domain'],
    ['Website', 'domain'],
    ['Web-Site', 'domain'],
    ['Number of employees', 'employees'],
    ['employee', 'employees'],
    ['annual_revenue', 'revenue'],
    ['Turnover', 'revenue'],
    ['Propriétaire', null],
    ['Owned by', 'owner'],
    ['Éstablished', 'founded'],
    ['', null],
  ])('CLI-03 “%s” means %s', (header, expected) => {
    expect(guess(header)).toEqual([expected])
  })

  test('CLI-03 a field is filled by the closest column, and by one only', () => {
    expect(guess('Title', 'Name', 'Company name')).toEqual([null, 'name', null])
  })

  test('CLI-03 what could mean two fields is left to the operator, with both named', () => {
    const phones = [field('phone', 'Work phone'), { id: 'fld_2', slug: 'phone', name: 'Mobile phone' }]
    const [plain] = guessColumns(['Phone'], phones, [])
    expect(plain).toMatchObject({
      field: null,
      reason: expect.stringMatching(/Work phone.*or.*Mobile phone/),
    })
    const both = guessColumns(['Mobile phone', 'Work Phone'], phones, [])
    expect(both.map((one) => one.field)).toEqual(['fld_2', 'fld_phone'])
  })

  test('CLI-03 whatever the headers are, no field is filled twice, and its own name always finds it', () => {
    const header = fc.oneof(
      fc.string(),
      fc.constantFrom(...companies.map((one) => one.name), 'Title', 'Web', 'Owner'),
    )
    fc.assert(
      fc.property(fc.array(header, { maxLength: 12 }), (headers) => {
        const columns = columnNames(headers)
        expect(new Set(columns).size).toBe(headers.length)
        const guesses = guessColumns(columns, companies, ['Company'])
        const filled = guesses.flatMap((one) => one.field ?? [])
        expect(new Set(filled).size).toBe(filled.length)
        for (const { id, name } of companies)
          if (columns.includes(name))
            expect(guesses.find((one) => one.field === id)?.column.trim()).toBe(name)
      }),
    )
  })
})

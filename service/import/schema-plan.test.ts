import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSchemaFile, type SchemaFile } from './schema-file.ts'
import { planSchema, type CurrentSchema, type Step } from './schema-plan.ts'

const nothing: CurrentSchema = { objects: [], statuses: [], sections: [], usedStatuses: new Set() }

const schemaOf = (value: unknown): SchemaFile => {
  const read = readSchemaFile(JSON.stringify(value))
  if (!read.ok) throw new Error(JSON.stringify(read.faults))
  return read.schema
}

let counter = 0
const plan = (current: CurrentSchema, schema: SchemaFile) =>
  planSchema(current, schema, (prefix) => `${prefix}_${(counter += 1)}`, 0)

const put = <T extends { id: string }>(items: readonly T[], item: T): T[] => [
  ...items.filter(({ id }) => id !== item.id),
  item,
]

/** What the steps leave, as the database would hold it. */
function after(current: CurrentSchema, steps: readonly Step[]): CurrentSchema {
  let { objects, statuses, sections } = current
  for (const step of steps)
    if (step.what === 'status') statuses = put(statuses, step.item)
    else if (step.what === 'section') sections = put(sections, step.item)
    else if (step.what === 'object') {
      const fields = objects.find(({ id }) => id === step.item.id)?.fields ?? []
      objects = put(objects, { ...step.item, fields })
    } else {
      const { objectId } = step.item
      objects = objects.map((object) =>
        object.id === objectId ? { ...object, fields: put(object.fields, step.item) } : object,
      )
    }
  return { ...current, objects, statuses, sections }
}

const slug = fc.stringMatching(/^[a-z]{1,6}(_[a-z0-9]{1,4})?$/)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const choices = fc
  .uniqueArray(slug, { minLength: 1, maxLength: 4 })
  .map((ids) => ({ choices: ids.map((id) => ({ id, name: id, color: '#123abc' })) }))
const typed = fc.oneof(
  fc.record({ type: fc.constantFrom('text', 'number', 'date', 'json') }),
  fc.record({ type: fc.constantFrom('select', 'multi_select', 'status'), options: choices }),
  fc.record({
    type: fc.constant('rating'),
    options: fc.record({ maximum: fc.integer({ min: 1, max: 100 }) }),
  }),
)
const field = fc
  .tuple(
    fc.record({ slug, name: slug, required: maybe(fc.boolean()), inPreview: maybe(fc.boolean()) }),
    typed,
  )
  .map(([named, kind]) => ({ ...named, ...kind }))
const object = fc
  .record({ slug, singularName: slug, pluralName: slug, icon: maybe(slug), description: maybe(fc.string()) })
  .chain((named) =>
    fc
      // A slug may be ambiguous; slug and name together are not.
      .uniqueArray(field, { minLength: 1, maxLength: 6, selector: (one) => `${one.slug} ${one.name}` })
      .map((fields) => ({
        ...named,
        fields: fields.map((one, index) => ({ ...one, primary: index === 0 })),
      })),
  )
const status = fc.record({ slug, name: slug, color: fc.constant('#abcdef'), isComplete: maybe(fc.boolean()) })
const file = fc
  .record({
    objects: fc.uniqueArray(object, { maxLength: 4, selector: (one) => one.slug }),
    statuses: fc.uniqueArray(status, { maxLength: 4, selector: (one) => one.slug }),
    sections: fc.uniqueArray(fc.record({ name: slug }), { maxLength: 3, selector: (one) => one.name }),
  })
  .map(schemaOf)

describe('the plan of a schema', () => {
  test('CLI-03 any file makes what it says, and the same file again has no step', () => {
    fc.assert(
      fc.property(file, (schema) => {
        const first = plan(nothing, schema)
        expect(first.faults).toEqual([])
        expect(first.checks).toEqual([])
        const made = after(nothing, first.steps)
        expect(made.objects.map((one) => one.slug)).toEqual(schema.objects.map((one) => one.slug))
        expect(plan(made, schema)).toEqual({ steps: [], checks: [], faults: [], retitled: [] })
      }),
      { numRuns: 200 },
    )
  })

  test('CLI-03 nothing that was there goes when another file comes, and every field is of one object', () => {
    fc.assert(
      fc.property(file, file, (one, other) => {
        const made = after(nothing, plan(nothing, one).steps)
        const { steps, faults } = plan(made, other)
        const then = faults.length > 0 ? made : after(made, steps)
        const names = (schema: CurrentSchema) => [
          ...schema.objects.flatMap((each) => [each.id, ...each.fields.map(({ id }) => id)]),
          ...schema.statuses.map(({ id }) => id),
          ...schema.sections.map(({ id }) => id),
        ]
        expect(new Set(names(then)).size).toBe(names(then).length)
        expect(names(then)).toEqual(expect.arrayContaining(names(made)))
        for (const each of then.objects) expect(each.fields.filter(({ primary }) => primary)).toHaveLength(1)
      }),
      { numRuns: 200 },
    )
  })

  test.each([
    ['whether it means completion', { isComplete: false }, [['statuses', 0, 'isComplete']]],
    ['its colour', { isComplete: true, color: '#000000' }, []],
  ])('TSK-03 of a status that tasks have, the faults of changing %s', (_what, change, paths) => {
    const shipped = { slug: 'shipped', name: 'Shipped', color: '#abcdef', isComplete: true }
    const made = after(nothing, plan(nothing, schemaOf({ statuses: [shipped] })).steps)
    const used = { ...made, usedStatuses: new Set(['shipped']) }
    const { faults } = plan(used, schemaOf({ statuses: [{ ...shipped, ...change }] }))
    expect(faults.map(({ path }) => path)).toEqual(paths)
  })

  test('FLD-02 of two fields with one slug, the name tells which is meant', () => {
    const phones = (...names: string[]) =>
      schemaOf({
        objects: [
          {
            slug: 'people',
            singularName: 'Person',
            pluralName: 'People',
            fields: [
              { slug: 'name', name: 'Name', type: 'text', primary: true },
              ...names.map((name) => ({ slug: 'phone', name, type: 'phone', inPreview: name === 'Mobile' })),
            ],
          },
        ],
      })
    const made = after(nothing, plan(nothing, phones('Work', 'Home')).steps)
    const { steps } = plan(made, phones('Work', 'Mobile'))
    expect(steps.map((step) => [step.do, step.label])).toEqual([['create', 'people.phone']])
  })
})

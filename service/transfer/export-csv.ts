// An object's records for a spreadsheet, written as `svc import csv` reads them.
import { operatorError } from '../operator/error.ts'
import { workspaceOf } from '../operator/workspaces.ts'
import type { FieldValue } from '../rules/field-types.ts'
import type { Field } from '../store/objects.ts'
import type { Store, Tx } from '../store/store.ts'
import { choiceCells } from './choice-cells.ts'
import { csvLine } from './csv-file.ts'
import { columnNames } from './header-guess.ts'
import { recordPages } from './record-pages.ts'

/** What an id in a value is called, where the store knows. */
type NameOf = (id: string) => string

function cellOf(
  field: Pick<Field, 'kind' | 'options'>,
  value: FieldValue | undefined,
  nameOf: NameOf,
): string {
  const { kind, options } = field
  if (value === undefined || value === null) return ''
  if (kind === 'json') return JSON.stringify(value)
  if (kind === 'multi_select' && Array.isArray(value))
    return choiceCells(options).textOfSeveral(value.map(String))
  if (Array.isArray(value)) return value.map((item) => cellOf(field, item, nameOf)).join('; ')
  if (typeof value === 'object') return JSON.stringify(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = String(value)
  if (kind !== 'record_reference' && kind !== 'user_reference') return choiceCells(options).textOf(text)
  const name = nameOf(text)
  // A title that would be read as several is known by its id.
  return options?.multiple && /[;|\n]/.test(name) ? text : name
}

/** The titles of the records that some values point at. */
async function titlesOf(
  tx: Tx,
  workspaceId: string,
  fields: readonly Field[],
  values: readonly Readonly<Record<string, FieldValue>>[],
) {
  const pointing = fields.filter(({ kind }) => kind === 'record_reference')
  const ids = values.flatMap((some) => pointing.flatMap(({ id }) => [some[id] ?? []].flat()))
  const unique = [...new Set(ids.filter((id) => typeof id === 'string'))]
  const records = await tx.records.among(workspaceId, unique)
  return new Map(records.map((record) => [record.id, record.title]))
}

/**
 * Hands over a header and a line for each active record, oldest first, from one snapshot.
 * @param object slug or id
 * @returns how many records there were
 * @throws OperatorError `not_found`
 */
export const exportCsv = (
  store: Store,
  input: {
    workspace: string
    object: string
    write: (text: string) => Promise<void>
    passed?: (rows: number) => void
  },
): Promise<number> =>
  store.read(async (tx) => {
    const { id: workspaceId } = await workspaceOf(tx, input.workspace)
    const object = await tx.objects.find(workspaceId, input.object)
    if (!object) throw operatorError('not_found', `There is no object \`${input.object}\`.`)
    // The column before them repeats the id for objects that have no field of it.
    const fields = (await tx.objects.fields(workspaceId, object.id)).filter(
      ({ slug }) => slug !== 'record_id',
    )
    const emails = new Map((await tx.transfer.members(workspaceId)).map(({ id, email }) => [id, email]))
    await input.write(csvLine(columnNames(['Record ID', ...fields.map((field) => field.name)])))
    let rows = 0
    for await (const records of recordPages(tx, workspaceId, object.id, 'left out')) {
      const titles = await titlesOf(
        tx,
        workspaceId,
        fields,
        records.map(({ values }) => values),
      )
      const nameOf = (id: string) => titles.get(id) ?? emails.get(id) ?? id
      for (const { id, values } of records) {
        await input.write(csvLine([id, ...fields.map((field) => cellOf(field, values[field.id], nameOf))]))
        rows += 1
        input.passed?.(rows)
      }
    }
    return rows
  })

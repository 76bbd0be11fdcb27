// Folding keeps the marks that are vowels, tones or other letters, and ignores what nobody sees: titles and values that
// fold to something else now are found by that. The rest is read once and not written.
import { sql, type Kysely } from 'kysely'
import type { FieldValue } from '../../rules/field-types.ts'
import { textKey, titleField } from '../../rules/record-keys.ts'
import { foldedTitle } from '../../rules/search-words.ts'
import { compiledChunks, compiledList, compiledRows, given } from '../compiled.ts'
import type { Database, SearchTitleTable } from '../schema.ts'
import { audiencesOf } from '../search/pending.ts'
import { searchPostingsIn } from '../search/postings.ts'

const rowsAtOnce = 500

/** Holds every character that makes a text fold to something else than before, and few that do not. */
const mayFoldAnew = /[\u00ad\u0600-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2c80-\uffff]/

// As it was: the rows of a record are looked for under the keys that it made.
const spelledOut = new Map(
  Object.entries({ ß: 'ss', ς: 'σ', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }),
)
const foldedBefore = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßςæœøłđðþı]/g, (letter) => spelledOut.get(letter) ?? letter)
    // oxlint-disable-next-line no-control-regex -- control characters separated words as spaces did
    .replace(/[\s\u0000-\u001f\u007f]+/gu, ' ')
    .trim()
const keyBefore = (text: string): string => {
  const cut = foldedBefore(text).slice(0, 100)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

type Titled = { workspace_id: string; id: string; title: string }
type Held = Titled & { object_id: string; field_values: string; created_at: number }

/**
 * Some rows at a time, by their ids, of those that may fold anew. Most rows of most databases are told by their length in
 * bytes, or by their letters.
 * @param columns that are read beside ids and titles
 * @param texts of the columns that are folded
 */
async function* rowsOf<Row extends Titled>(
  db: Kysely<Database>,
  kind: SearchTitleTable['kind'],
  columns: readonly (keyof Row & string)[],
  texts: readonly (keyof Row & string)[],
): AsyncGenerator<Row[]> {
  const isMore = sql.join(
    texts.map((name) => sql`octet_length(${sql.ref(name)}) > length(${sql.ref(name)})`),
    sql` or `,
  )
  const read = sql.join(['workspace_id', 'id', 'title', ...columns].map((name) => sql.ref(name)))
  let after = { workspace_id: '', id: '' }
  for (;;) {
    const { rows } = await sql<Row>`select ${read} from ${sql.table(kind)}
      where (workspace_id, id) > (${after.workspace_id}, ${after.id}) and (${isMore})
      order by workspace_id, id limit ${rowsAtOnce}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    after = last
    yield rows.filter((row) => texts.some((name) => mayFoldAnew.test(String(row[name]))))
  }
}

/** The texts of a record that the index of fields holds. */
const textsOf = (record: Held): { fieldId: string; text: string }[] => {
  // Written by the store only.
  const values = JSON.parse(record.field_values) as Record<string, FieldValue>
  return Object.entries({ ...values, [titleField(record.object_id)]: record.title }).flatMap(
    ([fieldId, value]) =>
      (Array.isArray(value) ? value.slice(0, 100) : [value]).flatMap((one) =>
        typeof one === 'string' && one.trim() !== '' ? [{ fieldId, text: one }] : [],
      ),
  )
}

const fieldsIn = (db: Kysely<Database>) => {
  const insert = compiledChunks(db, (rows) =>
    db
      .insertInto('record_field')
      .values(
        Array.from({ length: rows }, () => ({
          workspace_id: '',
          field_id: '',
          sort_key: '',
          created_at: 0,
          record_id: '',
        })),
      )
      .onConflict((conflict) => conflict.doNothing()),
  )
  const remove = compiledRows(
    db,
    ['', '', '', 0, ''],
    ([workspace, field, key, createdAt, record], rows) =>
      sql`delete from record_field ${rows('using')} where workspace_id = ${workspace} and field_id = ${field}
        and sort_key = ${key} and created_at = ${createdAt} and record_id = ${record}`,
  )
  const keyed = (record: Held, keyOf: (text: string) => string): Map<string, unknown[]> =>
    new Map(
      textsOf(record).map(({ fieldId, text }) => {
        const key = keyOf(text) || ' '
        return [`${fieldId} ${key}`, [record.workspace_id, fieldId, key, record.created_at, record.id]]
      }),
    )
  /** Of rows by their names, those that others have not. */
  const besides = (rows: Map<string, unknown[]>, others: Map<string, unknown[]>): unknown[][] =>
    [...rows].flatMap(([name, row]) => (others.has(name) ? [] : [row]))

  return async (records: readonly Held[]): Promise<void> => {
    const both = records.map((record) => [keyed(record, keyBefore), keyed(record, textKey)] as const)
    await remove(both.flatMap(([before, now]) => besides(before, now)))
    await insert(both.flatMap(([before, now]) => besides(now, before)))
  }
}

type Found = Omit<SearchTitleTable, 'workspace_id' | 'kind'>

/** The index says by itself what it holds of a title: the folded one is stored beside its words. */
const titlesIn = (db: Kysely<Database>) => {
  const postings = searchPostingsIn(db)
  const stored = compiledList<Found>(
    db,
    (refs) => sql`select ref, thing, title, ranked_at, audiences, pending from search_title
      where ref in (${refs}) and workspace_id = ${given} and kind = ${given}`,
  )
  const setTitle = compiledRows(
    db,
    ['', 0, ''],
    ([title, thing, workspace], rows) =>
      sql`update search_title set title = ${title} ${rows('from')}
        where thing = ${thing} and workspace_id = ${workspace}`,
  )
  return async (kind: SearchTitleTable['kind'], rows: readonly Titled[]): Promise<void> => {
    for (const [workspaceId, some] of Map.groupBy(rows, (row) => row.workspace_id)) {
      const titles = new Map(some.map(({ id, title }) => [id, foldedTitle(title)]))
      const found = await stored([...titles.keys()], [workspaceId, kind])
      const changed = found.flatMap((row) => {
        const title = titles.get(row.ref) ?? row.title
        return title === row.title ? [] : [{ row, title }]
      })
      await setTitle(changed.map(({ row, title }) => [title, row.thing, workspaceId]))
      // A title that waits for its postings has none to change.
      const changes = changed.flatMap(({ row: { thing, title: before, ...row }, title }) => {
        const rest = { thing, kind, rankedAt: row.ranked_at, audiences: audiencesOf(row.audiences) }
        return row.pending === 0 ? [{ before: { ...rest, title: before }, after: { ...rest, title } }] : []
      })
      await postings.change(workspaceId, changes)
    }
  }
}

export async function up(db: Kysely<Database>): Promise<void> {
  const [foldFields, foldTitles] = [fieldsIn(db), titlesIn(db)]
  const fields = ['object_id', 'field_values', 'created_at'] as const
  for await (const rows of rowsOf<Held>(db, 'record', fields, ['title', 'field_values'])) {
    await foldFields(rows)
    await foldTitles('record', rows)
  }
  for (const kind of ['task', 'meeting'] as const)
    for await (const rows of rowsOf<Titled>(db, kind, [], ['title'])) await foldTitles(kind, rows)
}

// Folding keeps the marks that are vowels, tones or other letters, and ignores what nobody sees: titles and values that
// fold to something else now are found by that. The rest is read once and not written.
import { sql, type Kysely } from 'kysely'
import type { FieldValue } from '../../rules/field-types.ts'
import { textKey, titleField } from '../../rules/record-keys.ts'
import { foldedTitle } from '../../rules/search-words.ts'
import { compiledChunks, compiledRows } from '../compiled.ts'
import type { Database, SearchTitleTable } from '../schema.ts'
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

type Held = {
  workspace_id: string
  id: string
  object_id: string
  title: string
  field_values: string
  created_at: number
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

async function foldFields(db: Kysely<Database>): Promise<void> {
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
  const rowsOf = (record: Held, keyOf: (text: string) => string): Map<string, unknown[]> =>
    new Map(
      textsOf(record).map(({ fieldId, text }) => {
        const key = keyOf(text) || ' '
        return [`${fieldId} ${key}`, [record.workspace_id, fieldId, key, record.created_at, record.id]]
      }),
    )
  let after = { workspace_id: '', id: '' }
  for (;;) {
    const { rows } = await sql<Held>`
      select workspace_id, id, object_id, title, field_values, created_at from record
      where (workspace_id, id) > (${after.workspace_id}, ${after.id})
        and octet_length(title) + octet_length(field_values) > length(title) + length(field_values)
      order by workspace_id, id limit ${rowsAtOnce}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    after = last
    const changed = rows
      .filter(({ title, field_values }) => mayFoldAnew.test(title) || mayFoldAnew.test(field_values))
      .map((record) => ({ before: rowsOf(record, keyBefore), after: rowsOf(record, textKey) }))
    await remove(
      changed.flatMap((row) => [...row.before].flatMap(([name, old]) => (row.after.has(name) ? [] : [old]))),
    )
    await insert(
      changed.flatMap((row) => [...row.after].flatMap(([name, now]) => (row.before.has(name) ? [] : [now]))),
    )
  }
}

type Titled = Omit<SearchTitleTable, 'title'> & { id: string; folded: string; title: string }

/** The index says by itself what it held of a title: the folded one is stored beside its words. */
async function foldTitles(db: Kysely<Database>, kind: SearchTitleTable['kind']): Promise<void> {
  const postings = searchPostingsIn(db)
  const setTitle = compiledRows(
    db,
    ['', 0, ''],
    ([title, thing, workspace], rows) =>
      sql`update search_title set title = ${title} ${rows('from')}
        where thing = ${thing} and workspace_id = ${workspace}`,
  )
  let after = { workspace_id: '', id: '' }
  for (;;) {
    const { rows } = await sql<Titled>`
      select source.id, source.title, found.title as folded, found.workspace_id, found.thing, found.kind, found.ref,
        found.ranked_at, found.audiences, found.pending
      from ${sql.table(kind)} as source join search_title as found
        on found.workspace_id = source.workspace_id and found.kind = ${kind} and found.ref = source.id
      where (source.workspace_id, source.id) > (${after.workspace_id}, ${after.id})
        and octet_length(source.title) > length(source.title)
      order by source.workspace_id, source.id limit ${rowsAtOnce}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    after = last
    const changed = rows
      .filter(({ title }) => mayFoldAnew.test(title))
      .map((row) => ({ ...row, title: foldedTitle(row.title) }))
      .filter(({ title, folded }) => title !== folded)
    await setTitle(changed.map((row) => [row.title, row.thing, row.workspace_id]))
    // A title that waits for its postings has none to change.
    const posted = changed.filter(({ pending }) => pending === 0)
    for (const [workspaceId, some] of Map.groupBy(posted, (row) => row.workspace_id))
      await postings.change(
        workspaceId,
        some.map(({ thing, folded, title, ranked_at, audiences }) => {
          const rest = { thing, kind, rankedAt: ranked_at, audiences: JSON.parse(audiences) as string[] }
          return { before: { ...rest, title: folded }, after: { ...rest, title } }
        }),
      )
  }
}

export async function up(db: Kysely<Database>): Promise<void> {
  await foldFields(db)
  for (const kind of ['record', 'task', 'meeting'] as const) await foldTitles(db, kind)
}

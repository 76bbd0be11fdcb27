// Records in forms: one in a line, by title or by the address of its page.
import { say } from '../language/say.ts'
import { objectsOfWorkspace } from '../objects/objects.store.ts'
import { readFilter } from '../records/query/record-query.rules.ts'
import { readSorts } from '../records/query/record-query-fields.rules.ts'
import { answerQuestion } from '../records/query/record-query-run.ts'
import { recordsAmong } from '../records/records.store.ts'
import type { Visit } from '../site/kit.ts'

/** The text for ids that are stored. */
export async function linesOfRecords(visit: Visit, ids: readonly string[]): Promise<string> {
  const records = await recordsAmong(visit.tx, visit.workspace.id, ids)
  const titles = new Map(records.map(({ id, title }) => [id, title]))
  const often = new Set(
    [...Map.groupBy(titles.values(), (title) => title)].flatMap(([t, all]) => (all.length > 1 ? [t] : [])),
  )
  return ids
    .map((id) => {
      const title = titles.get(id)
      return title === undefined || often.has(title) ? id : title
    })
    .join('\n')
}

/** An id, or the address of a page. */
const idIn = (line: string): string =>
  /\/records\/([\w-]{1,200})(?:[?#].*)?$/.exec(line)?.[1]?.toLowerCase() ?? line.toLowerCase()

type Titled = { id: string; title: string }

/** @param objects slugs of those that may be named; undefined for all */
const titled = async (
  { tx, workspace }: Visit,
  title: string,
  objects: readonly string[] | undefined,
): Promise<Titled[]> => {
  const found: Titled[] = []
  const order = readSorts([], [])
  const read = readFilter([], { title: { $eq: title } })
  if (!order.ok || !read.ok) return []
  for (const object of await objectsOfWorkspace(tx, workspace.id)) {
    if (objects !== undefined && !objects.includes(object.slug)) continue
    const question = {
      workspaceId: workspace.id,
      objectId: object.id,
      condition: read.condition,
      sorts: order.sorts,
      after: undefined,
      limit: 3,
    }
    const answered = await answerQuestion(tx, question)
    if (answered.ok) found.push(...answered.records)
  }
  return found
}

const mostNamed = 100

/**
 * The ids that lines name.
 * @param held ids that are stored, whose titles mean them
 * @returns the first fault in one sentence
 */
export async function recordsOf(
  visit: Visit,
  text: string,
  held: readonly string[],
  objects?: readonly string[],
): Promise<{ ok: true; ids: string[] } | { ok: false; message: string }> {
  const { tx, workspace } = visit
  const known = await recordsAmong(tx, workspace.id, held)
  const ids: string[] = []
  const lines = text.split('\n').flatMap((line) => line.trim() || [])
  if (lines.length > mostNamed) return { ok: false, message: say('records.fault.many', { most: mostNamed }) }
  for (const line of lines) {
    const own = known.filter(({ id, title }) => title === line || id === idIn(line))
    const named = own.length > 0 ? own : await recordsAmong(tx, workspace.id, [idIn(line)])
    const found: readonly Titled[] = named.length > 0 ? named : await titled(visit, line, objects)
    const [only, another] = found
    const title = line.length > 100 ? `${line.slice(0, 99)}…` : line
    if (!only) return { ok: false, message: say('records.fault.unknown', { title }) }
    if (another) return { ok: false, message: say('records.fault.several', { title }) }
    ids.push(only.id)
  }
  return { ok: true, ids: [...new Set(ids)] }
}

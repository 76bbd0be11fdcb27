// Tasks in JSON: boards of Trello, projects of Asana, Google Tasks and Microsoft To Do.
import { reason } from '../../../../../shared/api/import-reasons.ts'
import type { ImportChoices } from '../../../../../shared/api/launcher/imports.ts'
import type { Zone } from '../../../../calendars/reading/times.ts'
import { done, refuseFor, type Outcome } from '../../../../base/operator-error.ts'
import type { Format } from '../../formats.ts'
import type { Drafts, Target } from '../../plan.ts'
import { draftsWithoutColumns } from '../tasks.ts'
import { asana } from './asana.ts'
import { googleTasks } from './google-tasks.ts'
import { microsoftTodo } from './microsoft-todo.ts'
import type { JsonReader } from './parts.ts'
import { trello } from './trello.ts'

const readers: readonly JsonReader[] = [trello, googleTasks, microsoftTodo, asana]

/** The line on which a task begins, by its id. In a file of one line it is the task's place among the others. */
function lineFinder(source: string, start: number): (id: string, place: number) => number {
  const ends: number[] = []
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) ends.push(at)
  let from = start
  return (id, place) => {
    if (ends.length === 0) return place + 1
    const key = `"${id}"`
    const next = source.indexOf(key, from)
    const at = next === -1 ? Math.max(source.indexOf(key, start), start) : next
    from = at + 1
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) < at) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}

/** @param source the text of a JSON file @returns a refusal for JSON that is not a known export */
export function readTaskJson(
  source: string,
  { target, zone, choices }: { target: Target; zone: Zone; choices: ImportChoices },
): Outcome<{ format: Format; read: Drafts }> {
  let document: unknown
  try {
    document = JSON.parse(source)
  } catch (error) {
    const [, line, column] = /line (\d+) column (\d+)/.exec(error instanceof Error ? error.message : '') ?? []
    return refuseFor(
      'invalid_file',
      line === undefined
        ? reason('bad_json')
        : reason('bad_json_at', { line: Number(line), column: Number(column) }),
    )
  }
  for (const { format, tasksIn, mapping, after } of readers) {
    const tasks = tasksIn(document)
    if (!tasks) continue
    const lineOf = lineFinder(source, Math.max(after ? source.search(after) : 0, 0))
    const raw = tasks.map((task, place) => ({ ...task, line: lineOf(task.id, place) }))
    const read = draftsWithoutColumns(raw, mapping, { target, zone, badCells: choices.badCells })
    return done({ format, read })
  }
  return refuseFor('invalid_file', reason('unknown_json'))
}

// JSON that every engine keeps as it was sent (GEN-01, GEN-10): one wall for bodies, cells and lines of files.
import { lossOf } from './json-text.rules.ts'

type Path = (string | number)[]
type Fault = { path: Path; message: string }

export type ReadJson =
  | { is: 'document'; document: unknown }
  /** `reason` is the parser's. */
  | { is: 'no JSON'; reason: string }
  /** `message` is a sentence; `path` names what it is about. */
  | ({ is: 'fault'; code: 'invalid_value' | 'duplicate_field' } & Fault)

const maxDepth = 32
/** Of a value by itself: in a body and in a line of an export it stands two levels deep, `values` and its field. */
export const maxValueDepth = maxDepth - 2

const unstorable = (text: string): string | undefined => {
  if (text.includes('\0')) return 'Text must not hold a NUL character.'
  // PostgreSQL refuses both in JSON; SQLite would keep something else than was sent.
  return text.isWellFormed() ? undefined : 'Text must not hold half of a surrogate pair.'
}

/** One for the whole walk: a copy of the path for each of half a million values would take longer than reading them. */
type Walk = { path: Path; levels: number; numbers: 'all small' | 'some large' }

/** The first thing in a parsed document that cannot be stored faithfully. */
function findFault(value: unknown, walk: Walk): Fault | undefined {
  const { path, levels } = walk
  if (path.length > levels)
    return { path: [], message: `The document is nested deeper than ${levels} levels.` }
  if (typeof value === 'string') {
    const message = unstorable(value)
    return message === undefined ? undefined : { path, message }
  }
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) walk.numbers = 'some large'
  if (typeof value !== 'object' || value === null) return undefined
  for (const at of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    if (at === '__proto__')
      return { path: [...path, at], message: '`__proto__` is not a name that can be used.' }
    const message = typeof at === 'string' ? unstorable(at) : undefined
    if (message !== undefined) return { path, message }
    path.push(at)
    const fault = findFault(Reflect.get(value, at), walk)
    if (fault) return fault
    path.pop()
  }
  return undefined
}

/** Reads a text. What would be stored as something else than it says is a fault, nothing is corrected. */
export function readJson(text: string, levels: number = maxDepth): ReadJson {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (error) {
    return { is: 'no JSON', reason: error instanceof Error ? error.message : 'It cannot be read.' }
  }
  const walk: Walk = { path: [], levels, numbers: 'all small' }
  const fault = findFault(document, walk)
  if (fault) return { is: 'fault', code: 'invalid_value', ...fault }
  const loss = lossOf(text, walk.numbers)
  if (!loss) return { is: 'document', document }
  const { path } = loss
  if (loss.of === 'name')
    return { is: 'fault', code: 'duplicate_field', path, message: `\`${path.at(-1)}\` is supplied twice.` }
  const message = 'This integer has more digits than a number keeps (IEEE 754). Send it as text.'
  return { is: 'fault', code: 'invalid_value', path, message }
}

/** A fault as one sentence that begins with its place. */
export const faultAt = ({ path, message }: { path: readonly PropertyKey[]; message: string }): string =>
  path.length > 0 ? `${path.join('.')}: ${message}` : message

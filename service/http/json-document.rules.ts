// Reads JSON that both engines can store exactly as it was sent (GEN-01, GEN-10): bodies, cells and lines of files.

type Path = (string | number)[]
type Fault = { path: Path; message: string }

export type ReadJson =
  | { is: 'document'; document: unknown }
  /** `reason` comes from the parser. */
  | { is: 'no JSON'; reason: string }
  /** `message` is a sentence about the value at `path`. */
  | ({ is: 'fault'; code: 'invalid_value' | 'duplicate_field' } & Fault)

const maxDepth = 32
/** For one value: in a body and in a line of an export it is two levels deep, below `values` and its field. */
export const maxValueDepth = maxDepth - 2

const unstorable = (text: string): string | undefined => {
  if (text.includes('\0')) return 'Text must not hold a NUL character.'
  // PostgreSQL refuses both in JSON, and SQLite would change them.
  return text.isWellFormed() ? undefined : 'Text must not hold half of a surrogate pair.'
}

/** Shared by the whole walk, because copying the path for each value would be slower than parsing. */
type Walk = { path: Path; levels: number; numbers: 'all small' | 'some large' }

/** The first value of a parsed document that could not be stored unchanged. */
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

type Inside =
  | { kind: 'object'; at: string; names: Set<string>; next: 'name' | 'value' }
  | { kind: 'array'; at: number }

type Loss = { of: 'name' | 'digits'; path: (string | number)[] }

/** The position after the string that begins at `from`. */
function endOfString(text: string, from: number): number {
  let end = text.indexOf('"', from + 1)
  for (;;) {
    let slashes = 0
    while (text[end - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return end + 1
    end = text.indexOf('"', end + 1)
  }
}

/** Whether an integer has more digits than a double keeps. Fractions and exponents may be rounded (IEEE 754). */
export function losesDigits(literal: string): boolean {
  if (!/^-?\d+$/.test(literal)) return false
  const held = Number(literal)
  return String(held) !== literal && (!Number.isFinite(held) || BigInt(held) !== BigInt(literal))
}

/**
 * Finds what `JSON.parse` drops silently: all but the last of repeated names (REC-04), and digits of large integers.
 * @param text a valid JSON document
 * @param numbers whether one is beyond the safe integers; reading them takes half as long again
 * @returns the first loss and its path
 */
export function lossOf(text: string, numbers: 'all small' | 'some large'): Loss | undefined {
  const marks = numbers === 'some large' ? /["{}[\],]|[-+.\dEe]{16,}/g : /["{}[\],]/g
  const inside: Inside[] = []
  const path = () => inside.map(({ at }) => at)
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    const here = inside.at(-1)
    if (mark[0] === '{') inside.push({ kind: 'object', at: '', names: new Set(), next: 'name' })
    else if (mark[0] === '[') inside.push({ kind: 'array', at: 0 })
    else if (mark[0] === '}' || mark[0] === ']') inside.pop()
    else if (mark[0] === '"') {
      marks.lastIndex = endOfString(text, mark.index)
      if (here?.kind !== 'object' || here.next === 'value') continue
      here.at = JSON.parse(text.slice(mark.index, marks.lastIndex)) as string
      here.next = 'value'
      if (here.names.has(here.at)) return { of: 'name', path: path() }
      here.names.add(here.at)
    } else if (mark[0] !== ',') {
      if (losesDigits(mark[0])) return { of: 'digits', path: path() }
    } else if (here?.kind === 'object') here.next = 'name'
    else if (here) here.at += 1
  }
  return undefined
}

/** Parses a text. A value that would be stored differently is a fault; nothing is corrected. */
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

/** JSON for comparing: the same text for values that differ only in the order of their names. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )

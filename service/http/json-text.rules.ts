// What `JSON.parse` loses without a word: of a name that an object supplies twice all but the last (REC-04), and of an
// integer the digits that a double has no room for. So the text itself is read.

type Inside =
  | { kind: 'object'; at: string; names: Set<string>; next: 'name' | 'value' }
  | { kind: 'array'; at: number }

export type Loss = { of: 'name' | 'digits'; path: (string | number)[] }

/** The place behind the string that begins at `from`. */
function endOfString(text: string, from: number): number {
  let end = text.indexOf('"', from + 1)
  for (;;) {
    let slashes = 0
    while (text[end - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return end + 1
    end = text.indexOf('"', end + 1)
  }
}

/** Fractions and exponents are rounded, as IEEE 754 has it; what JavaScript writes for a double is that double. */
export function losesDigits(literal: string): boolean {
  if (!/^-?\d+$/.test(literal)) return false
  const held = Number(literal)
  return String(held) !== literal && (!Number.isFinite(held) || BigInt(held) !== BigInt(literal))
}

/**
 * @param text a valid JSON document
 * @param numbers whether one is beyond the integers that doubles count one by one; only then are they read, which
 * takes half as long again
 * @returns the first loss, and where it is
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

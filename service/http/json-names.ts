// A name that a JSON document supplies twice in one object (REC-04). `JSON.parse` keeps the last one without a word, so
// the text itself is read.

type Inside =
  | { kind: 'object'; at: string; names: Set<string>; next: 'name' | 'value' }
  | { kind: 'array'; at: number }

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

/**
 * @param text a valid JSON document
 * @returns the path of the first name that its object has already
 */
export function repeatedName(text: string): (string | number)[] | undefined {
  const marks = /["{}[\],]/g
  const inside: Inside[] = []
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
      if (here.names.has(here.at)) return inside.map(({ at }) => at)
      here.names.add(here.at)
    } else if (here?.kind === 'object') here.next = 'name'
    else if (here) here.at += 1
  }
  return undefined
}

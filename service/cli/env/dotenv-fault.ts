// Finds lines that the `dotenv` package ignores. A push of such a file would delete or shorten variables.
import { assignment } from './dotenv-edit.ts'
import { isUnclosed } from './dotenv-text.ts'

type Fault = { line: number; what: string }

const linesOf = (text: string) => text.split(/\r\n?|\n/)

function unreadLine(text: string): Fault | undefined {
  const unread = linesOf(text.replaceAll(assignment, (read) => read.replaceAll(/[^\r\n]/g, '')))
  const index = unread.findIndex((line) => /^\s*[^\s#]/.test(line))
  return index === -1
    ? undefined
    : {
        line: index + 1,
        what: 'this is neither KEY=value nor a comment. A key consists of letters, digits and underscores',
      }
}

function unclosedValue(text: string): Fault | undefined {
  const found = Array.from(text.matchAll(assignment)).find(({ groups }) =>
    isUnclosed((groups?.['value'] ?? '').trim()),
  )
  if (!found) return undefined
  const { 0: all, index, groups: { key = '', value = '' } = {} } = found
  return {
    line: linesOf(text.slice(0, index + all.indexOf(value.trim(), all.indexOf(key) + key.length))).length,
    what: `the value of ${key} begins with a quote and does not end with the same one`,
  }
}

/** The first fault of a dotenv file and its line, without any value. */
export function faultIn(text: string): Fault | undefined {
  const faults = [unreadLine(text), unclosedValue(text)].filter((fault) => fault !== undefined)
  return faults.toSorted((one, other) => one.line - other.line)[0]
}

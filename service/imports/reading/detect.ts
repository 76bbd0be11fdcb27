// How the columns of a file write days and numbers: by all values of a column, then by the rest of the file (IMP-03).
import { reason, type KnownReason } from '../../../shared/api/import-reasons.ts'
import type { ImportChoices, ImportLook } from '../../../shared/api/launcher/imports.ts'
import { headerKey } from './columns.ts'
import { orderIn, type DayOrder } from './dates.ts'
import { decimalIn, type Decimal } from './numbers.ts'
import type { Format } from './formats.ts'

export type Question = ImportLook['questions'][number]
export type Written = { order: DayOrder | undefined; decimal: Decimal | undefined }
export type DetectColumn = { index: number; name: string; holds: 'days' | 'numbers' }

type Hints = { delimiter: string | null; names: readonly string[]; format: Format }

/** How many values of a column are written in one way, in the other, or so that both fit. */
type Tally = { one: number; other: number; both: number; example: string }

const germanHeader =
  /[äöüß]|^(?:vorname|nachname|firma|unternehmen|telefon|mobil|strasse|ort|plz|land|datum|betrag|notiz(?:en)?|geburtstag|geburtsdatum|summe|wert|preis|kunde|kundin|kontakt|beschreibung|abschluss\w*|erstell\w*|fallig\w*|stand|umsatz|menge|anzahl|bezeichnung|aufgabe|titel|frist)$/

const hasGermanHeaders = (names: readonly string[]): boolean =>
  names.some((name) => name.length < 100 && (/[äöüß]/i.test(name) || germanHeader.test(headerKey(name))))

const isAmerican = (format: Format): boolean => format.startsWith('hubspot') || format === 'salesforce-report'

/** Why a way is taken. */
type Hint = 'columns' | 'semicolons' | 'headers' | 'program' | 'cells' | 'none'

/** The two ways to write something. The second is the usual one of the United States. */
type Ways<T> = {
  about: Question['about']
  ways: readonly [T, T]
  readIn: (text: string) => T | 'both' | undefined
  /** Says how a column is read whose values fit both. */
  note: (of: { column: string; example: string; hint: Hint }, way: T) => KnownReason
}

const days: Ways<DayOrder> = {
  about: 'dateOrder',
  ways: ['day first', 'month first'],
  readIn: orderIn,
  note: (of, way) => reason('date_order', { ...of, way: way === 'day first' ? 'day' : 'month' }),
}
const numbers: Ways<Decimal> = {
  about: 'decimal',
  ways: [',', '.'],
  readIn: decimalIn,
  note: (of, way) => reason('decimal_mark', { ...of, way: way === ',' ? 'comma' : 'point' }),
}

function count<T>(tally: Tally, text: string, { ways, readIn }: Ways<T>): void {
  const way = readIn(text)
  if (way === undefined) return
  if (way === 'both') {
    if (tally.both === 0) tally.example = text.trim().slice(0, 100)
    tally.both += 1
  } else if (way === ways[0]) tally.one += 1
  else tally.other += 1
}

/** The way of a column whose values are all written in one. */
const clearWay = <T>({ one, other }: Tally, [first, second]: Ways<T>['ways']): T | undefined =>
  one > 0 === other > 0 ? undefined : one > 0 ? first : second

type Detected<T> = { ways: ReadonlyMap<number, T>; questions: Question[]; notes: KnownReason[] }
type Detector<T> = { add: (cells: readonly string[]) => void; end: () => Detected<T> }

/** @param watched the columns that fill something, and the others that can tell how they are written */
function detectorOf<T>(
  columns: readonly DetectColumn[],
  watched: readonly number[],
  way: Ways<T>,
  { chosen, hints }: { chosen: T | undefined; hints: Hints },
): Detector<T> {
  const tallies = new Map(
    watched.map((index): [number, Tally] => [index, { one: 0, other: 0, both: 0, example: '' }]),
  )
  const add = (cells: readonly string[]): void => {
    for (const [index, tally] of tallies) {
      const text = cells[index]
      if (text !== undefined && text !== '') count(tally, text, way)
    }
  }
  /** The only way in which some columns are written. */
  const clearIn = (indexes: readonly number[]): T | undefined => {
    const ways = new Set(
      indexes.flatMap((index) => {
        const tally = tallies.get(index)
        return (tally && clearWay(tally, way.ways)) ?? []
      }),
    )
    return ways.size === 1 ? [...ways][0] : undefined
  }
  const hinted = (): readonly [T, Hint] | undefined => {
    const own = columns.map(({ index }) => index)
    const others = clearIn(own) ?? clearIn(watched.filter((index) => !own.includes(index)))
    if (others !== undefined) return [others, 'columns']
    if (hints.delimiter === ';') return [way.ways[0], 'semicolons']
    if (hasGermanHeaders(hints.names)) return [way.ways[0], 'headers']
    return isAmerican(hints.format) ? [way.ways[1], 'program'] : undefined
  }
  const end = (): Detected<T> => {
    const ways = new Map<number, T>()
    const questions: Question[] = []
    const notes: KnownReason[] = []
    for (const { index, name } of columns) {
      const tally = tallies.get(index)
      if (!tally) continue
      const certain = chosen ?? clearWay(tally, way.ways)
      if (certain !== undefined) ways.set(index, certain)
      if (certain !== undefined || tally.both === 0) continue
      const isMixed = tally.one > 0
      const hint = isMixed ? undefined : hinted()
      const taken = hint?.[0] ?? way.ways[tally.one > tally.other ? 0 : 1]
      ways.set(index, taken)
      const { example } = tally
      notes.push(way.note({ column: name, example, hint: hint?.[1] ?? (isMixed ? 'cells' : 'none') }, taken))
      if (!hint) questions.push({ about: way.about, column: name, example })
    }
    return { ways, questions, notes }
  }
  return { add, end }
}

export type Detection = {
  writtenIn: (index: number) => Written
  questions: readonly Question[]
  notes: readonly KnownReason[]
}

/**
 * Sees all rows, and says then how days and numbers are written.
 * @param columns those that fill a field of days or numbers
 */
export function createDetection(
  columns: readonly DetectColumn[],
  choices: Pick<ImportChoices, 'dateOrder' | 'decimal'>,
  hints: Hints,
): { add: (cells: readonly string[]) => void; end: () => Detection } {
  const holding = (what: DetectColumn['holds']) => columns.filter(({ holds }) => holds === what)
  const [withDays, withNumbers] = [holding('days'), holding('numbers')]
  const mark = choices.decimal === undefined ? undefined : choices.decimal === 'comma' ? ',' : '.'
  // Days of columns that fill nothing tell as well. A number there can be anything.
  const watched = withDays.length > 0 ? [...hints.names.keys()] : []
  const ofDays = detectorOf<DayOrder>(withDays, watched, days, { chosen: choices.dateOrder, hints })
  const places = withNumbers.map(({ index }) => index)
  const ofNumbers = detectorOf<Decimal>(withNumbers, places, numbers, { chosen: mark, hints })
  return {
    add: (cells) => {
      ofDays.add(cells)
      ofNumbers.add(cells)
    },
    end: () => {
      const [order, decimal] = [ofDays.end(), ofNumbers.end()]
      return {
        writtenIn: (index) => ({ order: order.ways.get(index), decimal: decimal.ways.get(index) }),
        questions: [...order.questions, ...decimal.questions],
        notes: [...order.notes, ...decimal.notes],
      }
    },
  }
}

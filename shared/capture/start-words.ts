// Finds the day on which a task begins: "starts monday", "from monday on", "ab Montag", "Start: Montag" (APP-05). What may mean
// something else stays text: no date is better than a wrong one. Pure.
import { startOfDay } from '../dates/format.ts'
import type { ReadDates, Span } from '../dates/reader/date-hit.ts'

const lead =
  /(?<=^|[\s([,;–—-])(start(?:datum| date)?\s?:|beginn\s?:|start(?:s|ing)(?:\s+from)?|startet|beginnt|from|ab)(?:\s+(?:on|am|dem|den))?(?=\s)\s+/giu
/** "Ask whether it starts monday". */
const asks = /(?<!\p{L})(?:when|whether|if|that|wann|wenn|ob|dass)(?!\p{L})/iu
/** Things that are from a day, verbs that take something from it, and distances: "the notes from monday", "a week from monday". */
const isFromThat =
  /(?<!\p{L})(?:notes?|mails?|e-?mails?|messages?|minutes|reports?|photos?|pictures?|slides|calls?|meetings?|feedback|results?|leftovers|figures|numbers|invoices?|receipts?|orders?|comments?|requests?|drafts?|versions?|items?|actions?|tickets?|bugs?|issues?|data|backups?|logs?|changes|questions?|topics?|tasks?|points?|letters?|those|these|this|that|it|them|back|away|days?|weeks?|months?|years?|hours?|fortnights?)\s+$/iu
const takesFrom =
  /(?<!\p{L})(?:move|postpone|reschedule|shift|copy|delete|remove|restore|import|hear|learn|return|recover|switch|change|extend)(?!\p{L})/iu
/** Verbs whose second part is "ab": "hol das Paket ab". */
const endsInAb =
  /(?<!\p{L})(?:hole?|schicke?|sage?|gib|gebe|lehne?|schlie(?:ß|ss)e?|baue?|räume?|nimm|nehme|rufe?|warte|mache?|fahre?|stimme?|frage?|melde?|bestelle?|liefere?|lege?|setze?|stelle?|schalte|trage?|bezahle?|zahle?|sende?|reise?|wasche?|schreibe?|breche?|brich|hefte?|wäge?)(?!\p{L})/iu
/** Words that may follow "from monday". */
const onwards = /^\s+(?:on|onwards?)(?!\p{L}|\s+[@#\p{L}])/iu

/** "From 2 to 3pm tomorrow" is when it ends. */
const hours =
  /^(?:\d{1,2}(?:[:.]\d\d)?\s?(?:[ap]\.?m\.?|uhr|h)?|noon|midday)\s?(?:[-–]|to|until|till|bis)\s?\d{1,2}(?![\d.-])/iu

const isMisleading = (word: string, before: string): boolean => {
  if (word === 'from') return isFromThat.test(before) || takesFrom.test(before)
  if (word === 'ab') return endsInAb.test(before)
  return asks.test(before)
}

/** @param text the line, in which nothing but words of dates and of the title is left @returns the words and the moment of each start */
export function startsIn(text: string, now: Date, readDates: ReadDates): (Span & { begins: Date })[] {
  const leads = [...text.matchAll(lead)].filter(
    ({ 1: word = '', index }) => !isMisleading(word.toLowerCase(), text.slice(0, index)),
  )
  if (leads.length === 0) return []
  // A bar, across which no date is read, keeps the rest of the line in view: "every", another day of a range.
  const open = leads.reduce(
    (line, { 0: words, index }) =>
      `${line.slice(0, index)}${'|'.repeat(words.length - 1)} ${line.slice(index + words.length)}`,
    text,
  )
  const hits = readDates(open, now)
  return leads.flatMap(({ 0: words, 1: word = '', index }) => {
    const at = index + words.length
    const hit = hits.find(({ start }) => start === at)
    if (hit === undefined || hit.other !== undefined || hit.isTime === true) return []
    if (hours.test(text.slice(at))) return []
    const behind = word.toLowerCase() === 'from' ? (onwards.exec(text.slice(hit.end))?.[0] ?? '') : ''
    const begins = hit.time === 'wholeDay' ? startOfDay(hit.due) : hit.due
    return [{ start: index, end: hit.end + behind.length, begins }]
  })
}

// What the reader of dates gives back. A captured line and a form both take it.

export interface Span {
  start: number
  end: number
}

export interface DateHit extends Span {
  /** The instant that is meant; the end of the local day when no time was written. */
  due: Date
  time: 'written' | 'wholeDay'
  /** A time by itself, on the one day that the line names elsewhere: "friday dentist 3pm". */
  onDay?: Date
  /** What the same words mean to somebody else: "friday 20.11" is a date in German and a time in English. */
  other?: Pick<DateHit, 'due' | 'time'>
}

/** Whether moments that are over are found too: a form takes them, a captured line leaves them as text. */
export type Past = 'leave' | 'take'

export type ReadDates = (text: string, now: Date, past?: Past) => DateHit[]

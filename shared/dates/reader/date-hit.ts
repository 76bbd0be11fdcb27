// The result of the date reader, for captured lines and forms.

/** A longer text is not a line: it exceeds the limit of a title, and nothing is read in it. */
export const longestRead = 2_000

export interface Span {
  start: number
  end: number
}

export interface DateHit extends Span {
  /** The due instant. Without a time it is the end of the local day. */
  due: Date
  time: 'written' | 'wholeDay'
  /** Set for a time without a day. */
  isTime?: true
  /** Set for a time without a day if the line names one day elsewhere: "friday dentist 3pm". */
  onDay?: Date
  /** The other reading of ambiguous words: "friday 20.11" is a date in German and a time in English. */
  other?: Pick<DateHit, 'due' | 'time'>
}

/** Whether past moments are found. A form takes them; a captured line leaves them as text. */
export type Past = 'leave' | 'take'

export type ReadDates = (text: string, now: Date, past?: Past) => DateHit[]

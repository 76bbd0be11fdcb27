// Offers one task for each pasted line. The lines also stay joined in the input. Escape keeps them there as one line, and
// unsaved lines become a draft.
import { useState } from 'react'
import { listOf, say } from '../../shared/language.ts'
import { call, reasonOf } from '../state/bridge.ts'
import { leaveLater, tellWithoutUndo } from '../state/store.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { errorWords } from '../ui/error-words.ts'
import css from './names.module.css'
import { chipWords } from '../../shared/capture/words.ts'
import { buildTask, titleOf } from '../../shared/capture/resolve.ts'
import { type Line, type Reading, useWhenRead, useReading } from './use-reading.ts'

export const mostPasted = 50

/** "- ", "• ", "[ ] ", "- [x] ". */
const listMark = /^\s*(?:[-*+•◦▪·–☐☑☒]\s+)?(?:\[[ xX]?\]\s+)?/u
const months =
  'jan(?:uary?)?|feb(?:ruary?)?|m(?:ar(?:ch)?|ärz?|a[iy])|apr(?:il)?|ju[nl][eiy]?|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?'
/** "1. ", "2) ", "3.) ". Before a month, or another number with a dot, it is a date. */
const numberMark = new RegExp(
  `^\\s*(\\d{1,3})(?:\\.\\)?|\\))\\s+(?!(?:${months})(?!\\p{L})|\\d{1,2}\\.)`,
  'iu',
)

/** Whether the numbers that begin lines are marks of a list. "2. Mahnung" alone, or two lines from 2 on, begin with an ordinal. */
const isNumbered = (lines: readonly string[]): boolean => {
  const numbers = lines.flatMap((line) => numberMark.exec(line)?.[1] ?? []).map(Number)
  const [first = 0] = numbers
  const countsUp = numbers.every(
    (number, index) => index === 0 || number === (numbers[index - 1] ?? 0) + 1 || number === 1,
  )
  if (first > 1) return numbers.length > 2 && countsUp
  return numbers.length > 1 && (countsUp || numbers.length === lines.length)
}

/** The lines of a text without the marks of a list. */
export const pastedLines = (text: string): string[] => {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '')
  const plain = isNumbered(lines) ? lines.map((line) => line.replace(numberMark, '')) : lines
  return plain.map((line) => line.replace(listMark, '').trim()).filter((words) => words !== '')
}

/** Ambiguous tokens stay text, because this panel asks no questions. */
const certain = ({ recognized }: Reading) => recognized.filter(({ meaning }) => meaning.state !== 'ambiguous')

export function PastePanel({
  lines,
  onLeft,
  onDone,
  onClose,
}: {
  lines: readonly string[]
  /** Called after each save, with the lines that are not saved yet. */
  onLeft: (lines: readonly string[]) => void
  /** @param leave closes the capture view */
  onDone: (leave: () => void) => void
  onClose: () => void
}) {
  const [left, setLeft] = useState<readonly Line[]>(() =>
    lines.map((text) => ({ text, manual: [], at: new Date() })),
  )
  const [problems, setProblems] = useState<ReadonlyMap<Line, string>>(new Map())
  const [asked, ask] = useState<{ leave: () => void } | null>(null)
  const [isSaving, setSaving] = useState(false)
  const { readings, isLooking, options } = useReading(left)

  const save = async (leave: () => void): Promise<void> => {
    setSaving(true)
    const failed = new Map<Line, string>()
    for (const [index, reading] of readings.entries()) {
      const line = left[index]
      if (line === undefined) continue
      const built = buildTask(reading.text, reading.parsed, certain(reading), options?.me)
      const problem = built.ok
        ? await call('tasks.submit', { task: built.task }).then(
            () => null,
            (error: unknown) => errorWords(reasonOf(error)).text,
          )
        : built.problem
      if (problem !== null) failed.set(line, problem)
      onLeft([...failed.keys(), ...left.slice(index + 1)].map(({ text }) => text))
    }
    if (failed.size === 0) {
      tellWithoutUndo(say('paste.made', { count: lines.length }))
      return onDone(leave)
    }
    setLeft([...failed.keys()])
    setProblems(failed)
    setSaving(false)
  }
  useWhenRead(isLooking, asked, ({ leave }) => {
    ask(null)
    void save(leave)
  })

  const close = (): void => {
    if (!isSaving) onClose()
  }
  const name = say('paste.offer', { count: left.length })
  return (
    <Dialog name={name} onClose={close}>
      <h2 className={css.question}>{name}</h2>
      {problems.size === 0 ? null : <Banner>{say('paste.failed', { count: problems.size })}</Banner>}
      {/* Focusable, so that the arrow keys scroll it. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ol className={css.pasted} tabIndex={0} aria-label={say('paste.list')}>
        {readings.map((reading, index) => {
          const line = left[index]
          const clear = certain(reading)
          const read = clear.filter(({ meaning }) => meaning.state === 'resolved').map(chipWords)
          const unclear = reading.recognized.filter(({ meaning }) => meaning.state === 'ambiguous')
          return (
            <li key={`${index} ${reading.text}`} className={css.pastedLine}>
              <span dir="auto">{titleOf(reading.text, reading.parsed, clear)}</span>
              <span className={css.pastedRead}>{listOf(read)}</span>
              {unclear.map(({ key, token }) => (
                <span key={key} className={css.unclear}>
                  {say('paste.unclear', { text: token.text })}
                </span>
              ))}
              <span className={css.unclear}>{line === undefined ? null : problems.get(line)}</span>
            </li>
          )
        })}
      </ol>
      <div className={css.offer}>
        <Button look="ghost" shortcut="Escape" onClick={close}>
          {say('paste.oneLine')}
        </Button>
        <Button
          look="primary"
          shortcut="Enter"
          data-first-focus
          aria-disabled={isSaving || asked !== null}
          onClick={() => {
            if (!isSaving) ask((before) => before ?? { leave: leaveLater() })
          }}
        >
          {say('paste.make', { count: left.length })}
        </Button>
      </div>
    </Dialog>
  )
}

// The quick capture view: one line, its chips, and the title that will be saved.
import { CalendarClock, User, Zap } from 'lucide-react'
import { Suspense, useLayoutEffect, useRef, useState, type RefObject, useEffect } from 'react'
import { listOf, say } from '../../shared/language.ts'
import { leave, type Screen } from '../state/store.ts'
import { Calendar } from '../dates/lazy.ts'
import { undo } from '../writes/undo.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, Chip } from '../ui/button.tsx'
import { dateTimeWords, onDay, startAsDue, startOfDue } from '../../shared/dates/format.ts'
import { Footer, ViewFrame } from '../shell/frame.tsx'
import frame from '../shell/frame.module.css'
import { chords, isShortcut, isComposing, isMac, isPlain, isUndo, modHeld } from '../ui/keyboard.ts'
import { useSummonFocus, useWindowSize } from '../shell/window.ts'
import css from './capture.module.css'
import { question, spokenChip, valueWords } from '../../shared/capture/words.ts'
import { ChoicePanel } from '../ui/choice-panel.tsx'
import { exampleOf, grammar, grammarWords, kindWords, type TokenKind } from '../../shared/capture/grammar.ts'
import { LineMarks } from './line.tsx'
import { NameList, useNameList } from './names.tsx'
import { pastedLines, PastePanel } from './paste-panel.tsx'
import { asksToRepeat } from '../../shared/dates/reader/not-dates.ts'
import { TokenChip } from './choices.tsx'
import type { Recognized } from '../../shared/capture/resolve.ts'
import { useCapture } from './use-capture.ts'

const isDate = ({ token }: Recognized): boolean => token.kind === 'start' || token.kind === 'due'

/** A start or a due date on another day, at the same time. */
const dateOnDay = (kind: TokenKind, date: Date, day: Date): Date =>
  kind === 'start' ? startOfDue(onDay(startAsDue(date), day)) : onDay(date, day)

/** The height of the small window without its foot, in CSS pixels (electron/window/placement.ts). */
const smallRoom = 160

/**
 * Quick capture is a small window, which grows for a list, for a panel, and for a line that needs more room.
 * @param head the element above the body @param content of the body @param isOpen whether a list or a panel is open
 */
function useCaptureSize(
  head: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  isOpen: boolean,
): void {
  const [isTall, setTall] = useState(false)
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      setTall((head.current?.offsetHeight ?? 0) + (content.current?.offsetHeight ?? 0) > smallRoom)
    })
    for (const { current } of [head, content]) if (current !== null) observer.observe(current)
    return () => observer.disconnect()
  }, [content, head])
  useWindowSize(isOpen || isTall ? 'captureOpen' : 'capture')
}

const joined = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ')

export function Capture({ start }: { start: Extract<Screen, { kind: 'capture' }> }) {
  const line = useRef<HTMLTextAreaElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  /** The start of the name that is being typed. */
  const mark = useRef<HTMLSpanElement>(null)
  const capture = useCapture(start)
  const { text, recognized, older, asked, naming } = capture
  /** The first Backspace at the start selects the last chip. The next one turns it back into text. */
  const [pointed, setPointed] = useState<string | null>(null)
  /** Mod+K lists the chips to change. */
  const [isListing, setListing] = useState(false)
  const pointedChip = recognized.find(({ key }) => key === pointed)
  useSummonFocus(line)

  const clear = recognized.filter(
    (item) =>
      item.meaning.state === 'resolved' || item.meaning.state === 'ambiguous' || capture.canCreate(item),
  )
  const listChips = (): void => {
    const [only] = clear
    if (only !== undefined && clear.length === 1) capture.ask(only)
    else if (clear.length > 1) setListing(true)
  }

  // A removed chip or button loses the focus, and the next keystrokes would be lost.
  useLayoutEffect(() => {
    if (document.activeElement === document.body && document.querySelector('dialog[open]') === null)
      line.current?.focus()
  })
  const list = useNameList(line, text, naming)
  const isOpen = list.isOpen || isListing || asked !== null || capture.pasted !== null
  useCaptureSize(head, content, isOpen || capture.problem !== null)

  const saveByButton = (then: 'leave' | 'another'): void => {
    line.current?.focus()
    capture.save(then)
  }

  /** Keys of the whole view. An open question above it handles its own keys. */
  const onViewKeyDown = (event: React.KeyboardEvent<HTMLElement>): void => {
    if (
      event.defaultPrevented ||
      isComposing(event) ||
      isListing ||
      asked !== null ||
      capture.pasted !== null
    )
      return
    if (event.key === 'Escape') leave()
    else if (isShortcut(event, chords.actions)) listChips()
    else if (isShortcut(event, chords.settings)) capture.openSettings()
    else return
    event.preventDefault()
  }

  const onKeyDown = (event: React.KeyboardEvent<HTMLTextAreaElement>): void => {
    if (isComposing(event)) return
    const field = event.currentTarget
    if (list.onKey(event)) return event.preventDefault()
    const mod = modHeld(event, isMac())
    if (event.key === 'Enter') {
      // The line has no line breaks, so Shift+Enter does nothing.
      if (!event.shiftKey) capture.save(mod ? 'another' : 'leave')
    } else if (event.key === 'ArrowUp' && isPlain(event) && older !== null) capture.restoreDraft(older.key)
    else if (isShortcut(event, chords.refresh) && capture.problem !== null) capture.save('leave')
    else if (isUndo(event) && !capture.hasTextToUndo()) undo()
    else if (event.key === 'Backspace' && field.selectionStart === 0 && field.selectionEnd === 0) {
      const last = recognized.at(-1)
      if (last === undefined) return
      if (pointed === last.key) {
        capture.takeBack(last)
        setPointed(null)
      } else setPointed(last.key)
    } else {
      setPointed(null)
      return
    }
    event.preventDefault()
  }

  const onChange = ({ target }: React.ChangeEvent<HTMLTextAreaElement>): void => {
    setPointed(null)
    // Line breaks in pasted text become spaces.
    const next = joined(target.value)
    if (next !== target.value) {
      // Setting the value in code moves the caret to the end. The caret belongs after the pasted text.
      const caret = joined(target.value.slice(0, target.selectionEnd)).length
      target.value = next
      target.setSelectionRange(caret, caret)
    }
    capture.change(next)
    naming.typeAt(next, target.selectionEnd)
  }

  const onPaste = (event: React.ClipboardEvent): void => {
    const text = event.clipboardData.getData('text/plain')
    const lines = pastedLines(text)
    if (lines.length < 2) return
    event.preventDefault()
    capture.paste(lines, () => document.execCommand('insertText', false, joined(text)))
  }

  return (
    <ViewFrame aria-label={say('capture.view')} onKeyDown={onViewKeyDown}>
      <h1 className="visually-hidden">{say('capture.heading')}</h1>
      <div ref={head} className={css.head}>
        <Zap size={18} aria-hidden="true" className={css.leading} />
        <div className={css.field}>
          <LineMarks
            line={line}
            text={text}
            recognized={recognized}
            pointed={pointed}
            cut={naming.typed?.start ?? null}
            anchor={mark}
          />
          <textarea
            ref={line}
            className={css.line}
            dir="auto"
            aria-label={say('capture.line')}
            rows={1}
            enterKeyHint="done"
            spellCheck
            placeholder={say('capture.hint')}
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-controls={list.isOpen ? list.listId : undefined}
            aria-activedescendant={list.activeId}
            value={text}
            onChange={onChange}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            onSelect={({ currentTarget: { selectionStart, selectionEnd } }) =>
              naming.moveTo(selectionStart === selectionEnd ? selectionEnd : null)
            }
            onBlur={() => naming.moveTo(null)}
          />
        </div>
      </div>
      {capture.problem === null ? null : <Banner>{capture.problem}</Banner>}
      <div className={css.under}>
        <NameList list={list} anchor={mark} />
        <div className={frame.body}>
          <div ref={content} className={css.body}>
            <output className={css.note}>
              {asksToRepeat(text) && !recognized.some(({ token }) => token.kind === 'repeat')
                ? say('capture.repeats')
                : ''}
            </output>
            {recognized.length === 0 && !capture.isMine ? null : (
              <div className={css.chips}>
                {recognized.length === 0 ? null : (
                  <ul className={css.chips} aria-label={say('capture.recognized')}>
                    {recognized.map((item) => (
                      <li key={item.key}>
                        <TokenChip
                          item={item}
                          isPointed={pointed === item.key}
                          canCreate={capture.canCreate(item)}
                          onAsk={() => capture.ask(item)}
                          onTakeBack={() => capture.takeBack(item)}
                        />
                      </li>
                    ))}
                  </ul>
                )}
                {capture.implied === null ? null : (
                  <Chip icon={<CalendarClock size={13} aria-hidden="true" />}>
                    <span className="visually-hidden">{say('chip.kind', { kind: kindWords('due') })}</span>
                    {dateTimeWords(capture.implied, capture.now)}
                  </Chip>
                )}
                {capture.isMine ? (
                  <Chip
                    icon={<User size={13} aria-hidden="true" />}
                    remove={{ name: say('capture.toNobody'), run: capture.assignToNobody }}
                  >
                    <span className="visually-hidden">{say('chip.kind', { kind: kindWords('person') })}</span>
                    {say('capture.me')}
                  </Chip>
                ) : null}
              </div>
            )}
            <output className="visually-hidden">{listOf(recognized.map(spokenChip))}</output>
            <output className="visually-hidden">
              {pointedChip === undefined ? '' : say('capture.pointed', { chip: spokenChip(pointedChip) })}
            </output>
            {recognized.length === 0 || capture.title === '' ? null : (
              <p className={css.title}>
                <span className={css.label}>{say('capture.title')}</span>
                <span dir="auto">{capture.title}</span>
              </p>
            )}
            {text !== '' ? null : older !== null ? (
              <div className={css.draft}>
                <Button
                  shortcut="Up"
                  onClick={() => {
                    capture.restoreDraft(older.key)
                    line.current?.focus()
                  }}
                >
                  {say('common.continueDraft')}
                </Button>
                <span className={css.kept} dir="auto">
                  {older.title}
                </span>
              </div>
            ) : (
              <dl className={css.examples}>
                {grammar.map((kind) => (
                  <div key={kind} className={css.example} title={grammarWords(kind)}>
                    <dt>
                      <code>{exampleOf(kind)}</code>
                    </dt>
                    <dd className="visually-hidden">{grammarWords(kind)}</dd>
                  </div>
                ))}
              </dl>
            )}
          </div>
        </div>
      </div>
      <Footer idle={say('capture.kept')} busy={capture.isWaiting ? say('capture.looking') : null}>
        <Button look="ghost" shortcut="Mod+Enter" onClick={() => saveByButton('another')}>
          {say('common.saveAndAdd')}
        </Button>
        <Button look="ghost" shortcut="Enter" onClick={() => saveByButton('leave')}>
          {say('common.save')}
        </Button>
      </Footer>
      {capture.pasted === null ? null : (
        <PastePanel
          lines={capture.pasted}
          onLeft={capture.putLeft}
          onDone={capture.endPaste}
          onClose={() => capture.endPaste()}
        />
      )}
      {isListing ? (
        <ChoicePanel
          question={say('capture.whatToChange')}
          candidates={clear.map((item) => ({ id: item.key, name: spokenChip(item) }))}
          onChoose={({ id }) => {
            setListing(false)
            const item = clear.find(({ key }) => key === id)
            if (item !== undefined) capture.ask(item)
          }}
          onClose={() => setListing(false)}
        />
      ) : null}
      {asked === null ? null : isDate(asked) && asked.meaning.state === 'resolved' ? (
        <Suspense>
          <Calendar
            name={question(asked)}
            selected={new Date(asked.meaning.candidate.id)}
            now={capture.now}
            onPick={(day) => {
              if (asked.meaning.state !== 'resolved') return
              const { kind } = asked.token
              const id = dateOnDay(kind, new Date(asked.meaning.candidate.id), day).toISOString()
              capture.choose(asked, { id, name: valueWords(kind, id, capture.now) })
            }}
            onClear={() => capture.takeBack(asked)}
            onClose={capture.dismiss}
          />
        </Suspense>
      ) : (
        <ChoicePanel
          question={question(asked)}
          candidates={capture.choices.map(({ label, name, ...choice }) => ({
            ...choice,
            name: label ?? name,
          }))}
          current={asked.meaning.state === 'resolved' ? asked.meaning.candidate.id : null}
          onChoose={({ id }) => {
            const chosen = capture.choices.find((choice) => choice.id === id)
            if (chosen !== undefined) capture.choose(asked, chosen)
          }}
          onClose={capture.dismiss}
        />
      )}
    </ViewFrame>
  )
}

// Quick capture as it is seen: one line, what was understood of it, and a title that shows what will be saved.
import { CalendarClock, CircleHelp, Flag, Hash, type LucideIcon, Timer, User, Zap } from 'lucide-react'
import { useRef, useState } from 'react'
import { hideNow } from '../hide.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Chip, type ChipTone } from '../ui/chip.tsx'
import { Footer } from '../ui/footer.tsx'
import frame from '../ui/frame.module.css'
import { isComposing, isMac, modHeld } from '../ui/keyboard.ts'
import { useSummonFocus } from '../ui/use-summon-focus.ts'
import css from './capture.module.css'
import { ChoicePanel } from './choice-panel.tsx'
import type { Recognized } from './resolve-capture.ts'
import { useCapture } from './use-capture.ts'

const icons: Readonly<Record<Recognized['token']['kind'], LucideIcon>> = {
  due: CalendarClock,
  person: User,
  record: Hash,
  priority: Flag,
  estimate: Timer,
}

const kinds: Readonly<Record<Recognized['token']['kind'], string>> = {
  due: 'Due',
  person: 'Person',
  record: 'Record',
  priority: 'Priority',
  estimate: 'Estimate',
}

const faceOf = ({ token, meaning }: Recognized): { tone: ChipTone; text: string } => {
  switch (meaning.state) {
    case 'resolved':
      return { tone: 'accent', text: meaning.candidate.name }
    case 'ambiguous':
      return {
        tone: 'amber',
        text: token.kind === 'person' || token.kind === 'record' ? `Which ${token.name}?` : 'Which one?',
      }
    case 'unknown':
      return { tone: 'muted', text: `${token.text}: not found, stays in the title` }
    case 'looking':
      return { tone: 'muted', text: `${token.text}: looking…` }
  }
}

const examples = [
  ['tomorrow 5pm', 'a date'],
  ['@grace', 'a person'],
  ['#acme', 'a record'],
  ['!high', 'a priority'],
  ['~30m', 'an estimate'],
] as const

const saidOf = (item: Recognized): string => `${kinds[item.token.kind]}: ${faceOf(item).text}`

export function Capture() {
  const line = useRef<HTMLTextAreaElement>(null)
  const capture = useCapture()
  const { text, recognized, draft } = capture
  /** Backspace at the start first points at the last chip, then turns it back into text. */
  const [pointed, setPointed] = useState<string | null>(null)
  useSummonFocus(line)

  const onKeyDown = (event: React.KeyboardEvent<HTMLTextAreaElement>): void => {
    if (isComposing(event)) return
    const field = event.currentTarget
    const mod = modHeld(event, isMac())
    if (event.key === 'Enter' && !event.shiftKey) capture.save(mod ? 'another' : 'hide')
    else if (event.key === 'Escape') hideNow()
    else if (event.key === 'ArrowUp' && text === '' && draft !== null) capture.restoreDraft()
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

  return (
    <main className={frame.frame} aria-label="Capture">
      <h1 className="visually-hidden">Quick capture</h1>
      <div className={css.head}>
        <Zap size={18} aria-hidden="true" className={css.leading} />
        <textarea
          ref={line}
          className={css.line}
          aria-label="Capture a task"
          rows={1}
          maxLength={2_000}
          spellCheck
          placeholder="What is to be done?"
          value={text}
          onChange={(event) => {
            setPointed(null)
            // One line: what is pasted with breaks becomes words.
            capture.change(event.target.value.replaceAll(/\s*\n\s*/g, ' '))
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {capture.problem === null ? null : <Banner>{capture.problem}</Banner>}
      <div className={[frame.body, css.body].join(' ')}>
        {recognized.length === 0 ? null : (
          <ul className={css.chips} aria-label="Recognized">
            {recognized.map((item) => {
              const Icon = item.meaning.state === 'ambiguous' ? CircleHelp : icons[item.token.kind]
              const { tone, text: named } = faceOf(item)
              return (
                <li key={item.key}>
                  <Chip
                    tone={tone}
                    highlighted={pointed === item.key}
                    icon={<Icon size={13} aria-hidden="true" />}
                    remove={{ name: `Keep “${item.token.text}” as text`, run: () => capture.takeBack(item) }}
                  >
                    <span className="visually-hidden">{kinds[item.token.kind]}: </span>
                    {item.meaning.state === 'ambiguous' ? (
                      <button type="button" className={css.ask} onClick={capture.ask}>
                        {named}
                      </button>
                    ) : (
                      named
                    )}
                  </Chip>
                </li>
              )
            })}
          </ul>
        )}
        <output className="visually-hidden">{recognized.map(saidOf).join(', ')}</output>
        {recognized.length === 0 || capture.title === '' ? null : (
          <p className={css.title}>
            <span className={css.label}>Title</span>
            {capture.title}
          </p>
        )}
        {text !== '' ? null : (
          <>
            {draft === null ? null : (
              <div className={css.draft}>
                <Button
                  shortcut="Up"
                  onClick={() => {
                    capture.restoreDraft()
                    line.current?.focus()
                  }}
                >
                  Continue draft
                </Button>
                <span className={css.kept}>{draft}</span>
              </div>
            )}
            <dl className={css.examples}>
              {examples.map(([example, meaning]) => (
                <div key={example} className={css.example}>
                  <dt>
                    <code>{example}</code>
                  </dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </div>
      <Footer idle={capture.isWaiting ? 'Looking for what you named…' : 'Escape keeps the text as a draft'}>
        <Button look="ghost" shortcut="Mod+Enter" onClick={() => capture.save('another')}>
          Save and add another
        </Button>
        <Button look="ghost" shortcut="Enter" onClick={() => capture.save('hide')}>
          Save
        </Button>
      </Footer>
      {capture.asked?.meaning.state === 'ambiguous' ? (
        <ChoicePanel
          question={
            capture.asked.token.kind === 'person' || capture.asked.token.kind === 'record'
              ? `Which ${capture.asked.token.name}?`
              : `Which ${kinds[capture.asked.token.kind].toLowerCase()} is meant?`
          }
          candidates={capture.asked.meaning.candidates}
          onChoose={(candidate) =>
            capture.asked === null ? undefined : capture.choose(capture.asked, candidate)
          }
          onClose={capture.dismiss}
        />
      ) : null}
    </main>
  )
}

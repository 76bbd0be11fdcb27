// The field of a comment. `@` offers the members; Mod+Enter sends.
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- HTML has no element for a list that a text field controls. */
import {
  type ReactNode,
  type Ref,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { maxMentions } from '../../shared/api/comments.ts'
import { visibleCharacter } from '../../shared/api/limits.ts'
import type { CommentText, Mention } from '../../shared/ipc/launcher.ts'
import { say } from '../../shared/language.ts'
import { useHeldWindow } from '../shell/window.ts'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/text-field.tsx'
import { Avatar } from '../ui/glyphs.tsx'
import { chordKey, isComposing, isMac, isPlain, isUndo, listStep, modHeld } from '../ui/keyboard.ts'
import { matching } from '../ui/pick-list.tsx'
import { undo } from '../writes/undo.ts'
import css from './comments.module.css'
import { mentionsIn, typedMention, withMention } from './mentions.ts'

const longest = 10_000
const mostOffered = 20

/** The window stays while somebody looks elsewhere for what to write. */
function HeldWindow() {
  useHeldWindow()
  return null
}

export interface ComposerHandle {
  focus: () => void
}

/**
 * @param text what is typed, and those who were chosen
 * @param people those who may be mentioned; empty where the service has no mentions
 * @param onSend gets a valid text. Its mentions are those that the text names. It resolves when the comment is in the outbox, or
 *   that was reported to have failed.
 */
export function Composer({
  ref,
  label,
  send,
  text: { content, mentions },
  people,
  onType,
  onSend,
  onLeave,
  children,
}: {
  ref?: Ref<ComposerHandle>
  label: string
  send: string
  text: CommentText
  people: readonly Mention[]
  onType: (text: CommentText) => void
  onSend: (text: CommentText) => Promise<unknown>
  onLeave: () => void
  children?: ReactNode
}) {
  const base = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(content.length)
  const [at, setAt] = useState(0)
  /** The `@` whose list was closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const nextCaret = useRef<number | null>(null)
  const isSending = useRef(false)
  const [isTouched, setTouched] = useState(false)
  useImperativeHandle(ref, () => ({ focus: () => area.current?.focus() }), [])
  useLayoutEffect(() => {
    if (nextCaret.current === null) return
    area.current?.setSelectionRange(nextCaret.current, nextCaret.current)
    nextCaret.current = null
  })

  const typed = typedMention(content, caret, mentions)
  const named = mentionsIn(content, mentions)
  const isOffered = typed !== null && typed.start !== closedAt && named.length < maxMentions
  const offered = isOffered
    ? matching(
        people.map((person) => ({ ...person, title: person.name })),
        typed.name,
      ).slice(0, mostOffered)
    : []
  const index = Math.min(at, offered.length - 1)
  const current = offered[index]
  const isTooLong = content.trim().length > longest
  const canSend = visibleCharacter.test(content) && !isTooLong

  const moveCaret = (to: number, over = content): void => {
    setCaret(to)
    // Another `@` opens its list again.
    if (typedMention(over, to, mentions) === null) setClosedAt(null)
  }
  const pick = ({ id, name }: Mention): void => {
    if (typed === null) return
    const next = withMention(content, caret, typed, { id, name })
    nextCaret.current = next.caret
    setCaret(next.caret)
    setAt(0)
    onType({ content: next.text, mentions: [...mentions.filter((one) => one.id !== id), { id, name }] })
  }
  const submit = (): void => {
    // A second press must not send it again.
    if (!canSend || isSending.current) return
    isSending.current = true
    void onSend({ content: content.trim(), mentions: named }).finally(() => {
      isSending.current = false
    })
  }

  const onKeyDown = (event: React.KeyboardEvent): void => {
    // The view behind has other meanings for these keys.
    event.stopPropagation()
    if (isComposing(event)) return
    const key = chordKey(event)
    const step = listStep(event, isMac())
    if (key === 'Enter' && modHeld(event, isMac())) submit()
    else if (current !== undefined && step !== 0) setAt((index + step + offered.length) % offered.length)
    else if (current !== undefined && (key === 'Enter' || key === 'Tab') && isPlain(event)) pick(current)
    else if (key === 'Escape' && current !== undefined) setClosedAt(typed?.start ?? null)
    else if (key === 'Escape') onLeave()
    else if (isUndo(event) && content === '') undo()
    else return
    event.preventDefault()
  }

  return (
    // Handles the keys of the field and the buttons.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={css.composer}>
      {isTouched && content !== '' ? <HeldWindow /> : null}
      <textarea
        ref={area}
        className={css.area}
        aria-label={label}
        aria-autocomplete={people.length === 0 ? undefined : 'list'}
        aria-haspopup={people.length === 0 ? undefined : 'listbox'}
        aria-controls={current === undefined ? undefined : `${base}-people`}
        aria-activedescendant={current === undefined ? undefined : `${base}-${current.id}`}
        aria-invalid={isTooLong ? true : undefined}
        aria-describedby={isTooLong ? `${base}-problem` : undefined}
        placeholder={label}
        rows={2}
        dir="auto"
        value={content}
        onChange={(event) => {
          moveCaret(event.target.selectionEnd, event.target.value)
          setAt(0)
          setTouched(true)
          onType({ content: event.target.value, mentions })
        }}
        onSelect={({ currentTarget }) => moveCaret(currentTarget.selectionEnd)}
        onKeyDown={onKeyDown}
      />
      {current === undefined ? null : (
        <div
          ref={(list) => list?.scrollIntoView({ block: 'nearest' })}
          id={`${base}-people`}
          role="listbox"
          aria-label={say('comments.people')}
          className={css.people}
        >
          {offered.map((person, place) => (
            // The text field handles the keys.
            // eslint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={person.id}
              id={`${base}-${person.id}`}
              role="option"
              aria-selected={person === current}
              tabIndex={-1}
              className={css.person}
              ref={person === current ? (element) => element?.scrollIntoView({ block: 'nearest' }) : null}
              onMouseMove={() => (person === current ? undefined : setAt(place))}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(person)}
            >
              <Avatar name={person.name} of="person" size="small" />
              <span dir="auto">{person.name}</span>
            </div>
          ))}
        </div>
      )}
      <output className="visually-hidden">
        {offered.length === 0 ? null : say('comments.peopleFound', { count: offered.length })}
      </output>
      <FieldError id={`${base}-problem`}>
        {isTooLong ? say('comments.tooLong', { count: longest, length: content.trim().length }) : undefined}
      </FieldError>
      <p className={css.buttons}>
        <Button look="primary" shortcut="Mod+Enter" disabled={!canSend} onClick={submit}>
          {send}
        </Button>
        {children}
      </p>
    </div>
  )
}

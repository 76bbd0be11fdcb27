// One comment: its text with links and mentions, what can be done with it, and its editor in its place.
import { useEffect, useId, useRef, useState } from 'react'
import type { CommentText, Mention } from '../../shared/ipc/launcher.ts'
import { say } from '../../shared/language.ts'
import { ageWords, dateTimeWords } from '../../shared/dates/format.ts'
import { call } from '../state/bridge.ts'
import { hideLater, showError, showNotice, tellOfChange } from '../state/store.ts'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/clipboard.ts'
import { Avatar } from '../ui/glyphs.tsx'
import { stateWords } from '../writes/words.ts'
import { Composer, type ComposerHandle } from './composer.tsx'
import css from './comments.module.css'
import { commentPieces } from './mentions.ts'
import type { ShownComment } from './shown-comments.ts'
import type { Commented } from './use-comments.ts'

/** The main process opens only addresses that it finds in the comments itself. */
const openLink = ({ kind, id }: Commented, value: string): void => {
  call('items.contact', { kind, id, value }).then(hideLater(), showError)
}

function Text({ comment: { content, mentions }, on }: { comment: ShownComment; on: Commented }) {
  return (
    <p className={css.text} dir="auto">
      {commentPieces(content, mentions).map(({ text, link, isMention }, at) =>
        // A text may hold a piece twice.
        link !== null ? (
          <button
            key={at}
            type="button"
            tabIndex={-1}
            className="text-link"
            onClick={() => openLink(on, link)}
          >
            {text}
          </button>
        ) : isMention ? (
          <strong key={at} className={css.mention}>
            {text}
          </strong>
        ) : (
          text
        ),
      )}
    </p>
  )
}

/** A comment that is edited, in its place. */
function Editor({
  start,
  people,
  onSend,
  onLeave,
}: {
  start: CommentText
  people: readonly Mention[]
  onSend: (text: CommentText) => Promise<unknown>
  onLeave: () => void
}) {
  const [text, setText] = useState(start)
  const field = useRef<ComposerHandle>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <Composer
      ref={field}
      label={say('comments.editText')}
      send={say('comments.save')}
      text={text}
      people={people}
      onType={setText}
      onSend={onSend}
      onLeave={onLeave}
    >
      <Button look="ghost" shortcut="Escape" onClick={onLeave}>
        {say('common.cancel')}
      </Button>
    </Composer>
  )
}

export function Comment({
  comment,
  on,
  people,
  now,
  onEnd,
}: {
  comment: ShownComment
  on: Commented
  people: readonly Mention[]
  now: Date
  /** The focus goes back to the field of a new comment. */
  onEnd: () => void
}) {
  const { id, author, at, content, mentions, isEdited, pending, problem, unsent, canEdit, canDelete } =
    comment
  const [edited, setEdited] = useState<CommentText | null>(null)
  const headId = useId()
  const name = author === '' ? say('comments.unknownPerson') : author
  const end = (): void => {
    setEdited(null)
    onEnd()
  }
  const save = (text: CommentText): Promise<unknown> => {
    const written =
      unsent === null
        ? call('comments.update', { on, id: id ?? '', text, before: { content, mentions } })
        : call('comments.submit', { on, text, replaces: unsent.id })
    return written.then(() => {
      tellOfChange(say('comments.said', { title: on.title }))
      end()
    }, showError)
  }
  const remove = (): void => {
    call('comments.delete', { on, id: id ?? '' }).then(
      () => tellOfChange(say('comments.saidDeleted', { title: on.title }), true),
      showError,
    )
    onEnd()
  }
  const discard = (item: string): void => {
    call('outbox.discard', { id: item }).catch(showError)
    onEnd()
  }
  const dropped = problem ?? (unsent?.state === 'queued' ? unsent : null)
  /** The text of a change that was refused is edited on. */
  const lost = problem?.comment ?? null
  const isLost = problem !== null && problem.kind !== 'deleteComment'
  const start =
    isLost && lost !== null ? { content: lost.content, mentions: lost.mentions } : { content, mentions }
  const canRetry =
    problem !== null && problem.error?.kind !== 'notFound' && problem.error?.kind !== 'invalidInput'
  const acts = [
    canEdit && { words: say('comments.edit'), run: () => setEdited(start) },
    canDelete && { words: say('comments.delete'), run: remove },
    canRetry && {
      words: say(problem.state === 'notFound' ? 'outbox.commentAgain' : 'outbox.retry'),
      run: () => {
        call('outbox.retry', { id: problem.id }).catch(showError)
        onEnd()
      },
    },
    isLost &&
      lost !== null && {
        words: say('comments.copyText'),
        run: () => void copyText(lost.content).then(() => showNotice(say('comments.copied'))),
      },
    dropped !== null && { words: say('comments.discard'), run: () => discard(dropped.id) },
  ].filter((act) => act !== false)
  return (
    <li className={css.comment}>
      <p id={headId} className={css.head}>
        <Avatar name={name} of="person" size="small" />
        <span className={css.author} dir="auto">
          {name}
        </span>
        <time dateTime={new Date(at).toISOString()} title={dateTimeWords(new Date(at), now)}>
          {pending ?? ageWords(at, now.getTime())}
        </time>
        {isEdited ? <span>{say('comments.edited')}</span> : null}
      </p>
      {edited === null ? (
        <>
          <Text comment={comment} on={on} />
          {problem === null ? null : (
            <p className={css.problem} role="alert">
              {stateWords(problem, now.getTime()).text}
            </p>
          )}
          {isLost && unsent === null && lost !== null ? <p className={css.text}>{lost.content}</p> : null}
          <span className={css.acts}>
            {acts.map(({ words, run }) => (
              <button key={words} type="button" tabIndex={-1} aria-describedby={headId} onClick={run}>
                {words}
              </button>
            ))}
          </span>
        </>
      ) : (
        <Editor start={edited} people={people} onSend={save} onLeave={end} />
      )}
    </li>
  )
}

// The comments on a task or a record, in its pane (NOT-03): oldest first, the field of a new one below.
import { memo, type RefObject, useEffect, useMemo, useRef } from 'react'
import type { CommentText } from '../../shared/ipc/launcher.ts'
import { say } from '../../shared/language.ts'
import { AllowInBrowser } from '../shell/allow-in-browser.tsx'
import { call, reasonOf } from '../state/bridge.ts'
import { useScope } from '../state/queries.ts'
import { showError, tellOfChange, usePaletteStore } from '../state/store.ts'
import { Button } from '../ui/button.tsx'
import { errorWords } from '../ui/error-words.ts'
import { useDelayed } from '../ui/hooks.ts'
import { Comment } from './comment.tsx'
import { Composer, type ComposerHandle } from './composer.tsx'
import css from './comments.module.css'
import { type Commented, useCommentDraft, useComments } from './use-comments.ts'

/** @param isClosed the item is archived, and takes no comments. @param isAsked the field takes the focus */
export const Comments = memo(function Comments({
  kind,
  id,
  title,
  now,
  field,
  isClosed,
  isAsked,
}: Commented & {
  now: Date
  field: RefObject<HTMLInputElement | null>
  isClosed: boolean
  isAsked: boolean
}) {
  const on = useMemo(() => ({ kind, id, title }), [id, kind, title])
  const { pages, comments, people, isCached } = useComments(on, now)
  const { text, type, clear } = useCommentDraft(on)
  const access = useScope('comments:write', !isClosed).data
  const region = useRef<HTMLElement>(null)
  const composer = useRef<ComposerHandle>(null)
  const mayWrite = access === undefined || access.state === 'granted'
  useEffect(() => {
    if (!isAsked) return
    usePaletteStore.setState({ commentsAsked: null })
    region.current?.scrollIntoView({ block: 'end' })
    if (composer.current !== null) composer.current.focus()
    else (region.current?.querySelector<HTMLElement>('[data-first-focus]') ?? region.current)?.focus()
  }, [isAsked])

  // The field stays in view where comments come above it.
  useEffect(() => {
    const { activeElement } = document
    if (activeElement instanceof HTMLTextAreaElement && region.current?.contains(activeElement) === true)
      activeElement.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [comments.length])

  const toField = (): void => composer.current?.focus()
  const send = (written: CommentText): Promise<unknown> =>
    call('comments.submit', { on, text: written }).then(() => {
      clear()
      tellOfChange(say('comments.said', { title: on.title }))
    }, showError)
  const reason = pages.error === null ? null : reasonOf(pages.error)
  const isLoading = useDelayed(pages.isPending, 150)
  const isOffline = reason?.kind === 'offline'
  return (
    <section ref={region} className={css.region} aria-label={say('comments.region')} tabIndex={-1}>
      <h3 className={css.heading}>{say('comments.region')}</h3>
      {pages.hasNextPage ? (
        <Button
          look="ghost"
          tabIndex={-1}
          disabled={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {say('comments.earlier')}
        </Button>
      ) : null}
      {comments.length > 0 ? (
        <ol className={css.list}>
          {comments.map((comment) => (
            <Comment key={comment.key} comment={comment} on={on} people={people} now={now} onEnd={toField} />
          ))}
        </ol>
      ) : pages.isSuccess ? (
        <p className={css.note}>{say('comments.none')}</p>
      ) : null}
      {/* Always rendered, because screen readers ignore new live regions. */}
      <output className={css.note}>
        {isLoading
          ? say('comments.loading')
          : isOffline
            ? say('comments.notKept')
            : isCached
              ? say('comments.saved')
              : null}
      </output>
      {reason === null || isOffline ? null : (
        <p className={css.problem} role="alert">
          {errorWords(reason).text}{' '}
          <Button look="ghost" tabIndex={-1} onClick={() => void pages.refetch()}>
            {say('comments.retry')}
          </Button>
        </p>
      )}
      {isClosed ? null : mayWrite ? (
        <Composer
          ref={composer}
          label={say('comments.write')}
          send={say('comments.send')}
          text={text}
          people={people}
          onType={type}
          onSend={send}
          onLeave={() => field.current?.focus()}
        />
      ) : (
        <AllowInBrowser scope="comments:write" access={access} />
      )}
    </section>
  )
})

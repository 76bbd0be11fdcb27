// Banners above every view.
import { type FocusEvent, type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Account } from '../../shared/ipc/launcher.ts'
import { say } from '../../shared/language.ts'
import { call, reasonOf } from '../state/bridge.ts'
import { hideNow } from '../state/store.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { errorWords } from '../ui/error-words.ts'

/** Shown after the session has expired. Cached data stays readable, and typed text is kept. */
export function ExpiredBanner({ previous, problem }: { previous: Account; problem: string | undefined }) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const signIn = (): void => {
    setRefusal(null)
    const signedIn =
      previous.kind === 'local'
        ? call('session.openLocal')
        : call('session.signIn', { workspaceAddress: previous.workspaceAddress })
    signedIn.catch((error: unknown) => {
      const reason = reasonOf(error)
      if (reason.kind !== 'cancelled') setRefusal(reason.message || errorWords(reason).text)
    })
  }
  return (
    <Banner tone="warning" action={<Button onClick={signIn}>{say('common.signIn')}</Button>}>
      {refusal ?? problem ?? say('error.signedOut')}
    </Banner>
  )
}

/** `about` is kept after a cancel, so that the focus returns to the button that asked. */
type Question = { isAsked: boolean; about: 'restart' | 'startOver'; unsaved: number }

const wordsOf = ({ isAsked, about, unsaved }: Question): string =>
  !isAsked
    ? say('vault.locked')
    : about === 'restart'
      ? say('vault.unsaved', { count: unsaved })
      : say('vault.setAside', { folder: 'vault.unreadable' })

/** Shown while the keyring cannot open the vault. Offers a retry and a new start. */
export function LockedBanner() {
  const [question, setQuestion] = useState<Question>({ isAsked: false, about: 'restart', unsaved: 0 })
  const [problem, setProblem] = useState<string | null>(null)
  /** "Cancel", or the button that asked. */
  const safe = useRef<HTMLButtonElement>(null)
  /** The element that had the focus before the banner. */
  const before = useRef<Element | null>(null)
  const { isAsked, about } = question

  const wasAsked = useRef(isAsked)
  useLayoutEffect(() => {
    if (isAsked !== wasAsked.current) safe.current?.focus()
    wasAsked.current = isAsked
  }, [isAsked])

  const ask = (what: 'restart' | 'startOver', unsaved = 0): void => {
    setProblem(null)
    setQuestion({ isAsked: true, about: what, unsaved })
  }
  const cancel = (): void => setQuestion({ ...question, isAsked: false })
  const refuse = (error: unknown): void => {
    cancel()
    setProblem(reasonOf(error).message)
  }
  const retry = (lose: boolean): void => {
    call('vault.retry', { lose }).then(({ unsaved }) => {
      if (unsaved > 0) ask('restart', unsaved)
    }, refuse)
  }
  const goOn = ({ detail }: MouseEvent): void => {
    // Ignore the second click of a double click on the button that asked.
    if (detail > 1) return
    if (about === 'restart') retry(true)
    else
      call('vault.startOver').then(() => {
        // The banner disappears, so return the focus.
        if (before.current instanceof HTMLElement) before.current.focus()
      }, refuse)
  }

  return (
    // Escape cancels the question or hides the window.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      onFocus={({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        if (isAsked) cancel()
        else hideNow()
      }}
    >
      <Banner
        tone="warning"
        action={
          isAsked ? (
            <>
              <Button key="cancel" ref={safe} onClick={cancel}>
                {say('common.cancel')}
              </Button>
              <Button key="go" look="danger" onClick={goOn}>
                {say(about === 'restart' ? 'vault.restart' : 'vault.startOver')}
              </Button>
            </>
          ) : (
            <>
              <Button key="again" ref={about === 'restart' ? safe : null} onClick={() => retry(false)}>
                {say('common.tryAgain')}
              </Button>
              <Button key="over" ref={about === 'startOver' ? safe : null} onClick={() => ask('startOver')}>
                {say('vault.startOver')}
              </Button>
            </>
          )
        }
      >
        {problem ?? wordsOf(question)}
      </Banner>
    </div>
  )
}

// A failure over what is shown: in the words of the error table, with its remedy and, when the service names one,
// a countdown that tries again by itself.
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { AppError } from '../../shared/errors.ts'
import { say } from '../../shared/language.ts'
import { useSession } from '../app/queries.ts'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { errorWords } from './error-words.ts'

export function ErrorBanner({
  error,
  showing = 'nothing',
  onRetry,
  field,
}: {
  error: AppError
  showing?: 'saved' | 'nothing'
  onRetry: () => void
  /** Takes the focus from the button, which goes with the failure. */
  field?: RefObject<HTMLElement | null>
}) {
  const session = useSession().data
  const wait = error.kind === 'rateLimited' ? error.retryAfterSeconds : null
  const left = useCountdown(wait, error, onRetry)
  const { text, remedy } = errorWords(
    error.kind === 'rateLimited' ? { ...error, retryAfterSeconds: left } : error,
    showing,
  )
  const tryAgain = (): void => {
    onRetry()
    field?.current?.focus()
  }
  // Said once for every view, above it (sign-in/expired-banner.tsx).
  if (error.kind === 'signedOut' && session?.kind !== 'signedIn') return null
  return (
    <Banner
      tone={
        error.kind === 'locked' || error.kind === 'rateLimited' || error.kind === 'offline'
          ? 'warning'
          : 'danger'
      }
      action={remedy === 'retry' ? <Button onClick={tryAgain}>{say('common.tryAgain')}</Button> : null}
    >
      {/* A countdown that is read out each second drowns everything else. */}
      {error.kind === 'rateLimited' ? (
        <>
          <span className="visually-hidden">{say('error.busy.spoken')}</span>
          <span aria-hidden="true">{text}</span>
        </>
      ) : (
        text
      )}
    </Banner>
  )
}

/** Whole seconds left of the wait that came with `error`; runs `onEnd` once when they are over. */
function useCountdown(waitSeconds: number | null, error: AppError, onEnd: () => void): number {
  const [left, setLeft] = useState(waitSeconds ?? 0)
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    if (waitSeconds === null) return
    const until = performance.now() + waitSeconds * 1_000
    const timer = setInterval(() => {
      const rest = Math.max(0, Math.ceil((until - performance.now()) / 1_000))
      setLeft(rest)
      if (rest > 0) return
      clearInterval(timer)
      end.current()
    }, 250)
    return () => clearInterval(timer)
  }, [waitSeconds, error])
  return left
}

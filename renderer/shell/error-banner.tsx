// Shows an error with its remedy. If the service names a retry time, a countdown retries automatically.
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { AppError } from '../../shared/errors.ts'
import { say } from '../../shared/language.ts'
import { useSession } from '../state/queries.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { errorWords } from '../ui/error-words.ts'

export function ErrorBanner({
  error,
  showing = 'nothing',
  onRetry,
  field,
}: {
  error: AppError
  showing?: 'saved' | 'nothing'
  onRetry: () => void
  /** Takes the focus when the retry button disappears. */
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
  // Shown above every view by sign-in/banners.tsx.
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
      {/* Screen readers get a constant text, not every second of the countdown. */}
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

/** Seconds left of the wait that came with `error`. Calls `onEnd` once at the end. */
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

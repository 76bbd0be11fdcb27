// Shown while the sign-in lacks a scope that the view needs: the reason, and a button that asks for it in the browser.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FurtherScope, ScopeAccess } from '../../shared/ipc/launcher.ts'
import { type PlainKey, say } from '../../shared/language.ts'
import { call, reasonOf } from '../state/bridge.ts'
import { keys } from '../state/queries.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { errorWords } from '../ui/error-words.ts'
import css from './allow-in-browser.module.css'

/** What an older service cannot do. */
const unsupported: Readonly<Partial<Record<FurtherScope, PlainKey>>> = {
  'records:write': 'records.unsupported',
  'comments:write': 'comments.unsupported',
  'notifications:write': 'notifications.unsupported',
}

export function AllowInBrowser({ scope, access }: { scope: FurtherScope; access: ScopeAccess }) {
  const client = useQueryClient()
  const [refusal, setRefusal] = useState<string | null>(null)
  const tell = (error: unknown): void => {
    const reason = reasonOf(error)
    setRefusal(reason.message || errorWords(reason).text)
  }
  const allow = (): void => {
    setRefusal(null)
    call('session.allowScope', { scope }).then(
      (next) => client.setQueryData([...keys.scope, scope], next),
      tell,
    )
  }
  const cancel = (): void => {
    call('session.cancelSignIn').then(() => client.invalidateQueries({ queryKey: keys.scope }), tell)
  }
  const problem = refusal ?? access.problem
  const panel = useRef<HTMLDivElement>(null)
  // The button that had the focus goes with its state.
  useEffect(() => {
    if (document.activeElement !== document.body) return
    const { current } = panel
    ;(current?.querySelector<HTMLElement>('[data-first-focus]') ?? current)?.focus()
  }, [access.state])
  return (
    <div ref={panel} className={css.panel} tabIndex={-1}>
      {problem === null ? null : <Banner>{problem}</Banner>}
      {access.state === 'waiting' ? (
        <>
          <output>{say('signIn.asks')}</output>
          <div className={css.buttons}>
            <Button data-first-focus onClick={() => void call('session.reopenSignIn').catch(tell)}>
              {say('signIn.openAgain')}
            </Button>
            <Button onClick={() => void call('session.copySignInLink').catch(tell)}>
              {say('common.copyLink')}
            </Button>
            <Button look="ghost" onClick={cancel}>
              {say('common.cancel')}
            </Button>
          </div>
        </>
      ) : access.state === 'missing' ? (
        <>
          <p>{say('further.ask')}</p>
          <div className={css.buttons}>
            <Button look="primary" data-first-focus onClick={allow}>
              {say('further.allow')}
            </Button>
          </div>
        </>
      ) : (
        <p>
          {say(
            access.state === 'refused' ? 'further.refused' : (unsupported[scope] ?? 'calendars.unsupported'),
          )}
        </p>
      )}
    </div>
  )
}

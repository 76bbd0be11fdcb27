// Banner above every view after the session has expired. Cached data stays readable, and typed text is kept.
import { useState } from 'react'
import { say } from '../../shared/language.ts'
import type { Account } from '../../shared/ipc/launcher.ts'
import { call, reasonOf } from '../app/bridge.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { errorWords } from '../ui/error-words.ts'

export function ExpiredBanner({ previous, problem }: { previous: Account; problem: string | undefined }) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const signIn = (): void => {
    setRefusal(null)
    call('session.signIn', { workspaceAddress: previous.workspaceAddress }).catch((error: unknown) => {
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

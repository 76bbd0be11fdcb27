// Asks once before a sign-out. Enter confirms, Escape cancels.
import { useId } from 'react'
import { say } from '../../shared/language.ts'
import type { Account } from '../../shared/ipc/launcher.ts'
import { call } from '../state/bridge.ts'
import { showError, askToSignOut, usePaletteStore } from '../state/store.ts'
import { useOutbox } from '../state/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import css from './sign-in.module.css'

export function SignOutQuestion({ account }: { account: Account }) {
  const isAsked = usePaletteStore((state) => state.signOutAsked)
  const waiting = (useOutbox().data ?? []).filter(({ state }) => state !== 'saved').length
  const titleId = useId()
  if (!isAsked) return null
  const cancel = (): void => askToSignOut(false)
  const confirm = (): void => {
    cancel()
    call('session.signOut').catch(showError)
  }
  return (
    <Dialog name={say('common.signOut')} onClose={cancel}>
      <div className={css.question}>
        <h2 id={titleId} className={css.questionTitle}>
          {say('signOut.title', { workspace: account.workspaceName ?? account.workspaceAddress })}
        </h2>
        <p className={css.questionText}>
          {waiting > 0
            ? say('signOut.waiting', { count: waiting })
            : say(account.kind === 'local' ? 'signOut.local' : 'signOut.text')}
        </p>
        <div className={css.buttons}>
          <Button onClick={cancel}>{say('common.cancel')}</Button>
          <Button
            look="primary"
            data-first-focus
            aria-describedby={titleId}
            shortcut="Enter"
            onClick={confirm}
          >
            {say('common.signOut')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

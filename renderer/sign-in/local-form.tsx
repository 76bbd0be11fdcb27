import { useRef, useState } from 'react'
import { say } from '../../shared/language.ts'
import { call, reasonOf } from '../state/bridge.ts'
import { offerFirstSteps } from '../items/first-steps.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { errorWords } from '../ui/error-words.ts'
import { TextField } from '../ui/text-field.tsx'
import { useSummonFocus } from '../shell/window.ts'
import css from './sign-in.module.css'

export interface LocalAccount {
  name: string
  addDemoData: boolean
}

export const noLocalAccount: LocalAccount = { name: '', addDemoData: true }

/** Creates a workspace on this computer from a name (APP-08) and signs in to it. The parent keeps the typed values. */
export function LocalForm({
  account,
  onType,
  onBack,
}: {
  account: LocalAccount
  onType: (account: LocalAccount) => void
  onBack: () => void
}) {
  const { name, addDemoData } = account
  const [missing, setMissing] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useSummonFocus(field)

  const create = async (): Promise<void> => {
    const typed = name.trim()
    setProblem(null)
    setMissing(typed === '')
    if (typed === '') {
      field.current?.focus()
      return
    }
    setBusy(true)
    try {
      await offerFirstSteps(addDemoData)
      await call('session.createLocal', { name: typed, addDemoData })
    } catch (error) {
      const reason = reasonOf(error)
      if (reason.kind !== 'cancelled') setProblem(reason.message || errorWords(reason).text)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      className={css.form}
      aria-label={say('signIn.local')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void create()
      }}
    >
      {problem === null ? null : <Banner>{problem}</Banner>}
      <TextField
        ref={field}
        label={say('signIn.name')}
        autoComplete="name"
        maxLength={100}
        value={name}
        error={missing ? say('signIn.name.missing') : undefined}
        onChange={(event) => onType({ ...account, name: event.target.value })}
      />
      <Checkbox
        label={say('signIn.demo')}
        hint={say('signIn.demo.hint')}
        checked={addDemoData}
        onChange={(event) => onType({ ...account, addDemoData: event.target.checked })}
      />
      <div className={css.buttons}>
        <Button onClick={onBack}>{say('common.back')}</Button>
        <Button type="submit" look="primary" aria-disabled={busy} shortcut="Enter">
          {busy ? say('signIn.creating') : say('signIn.create')}
        </Button>
      </div>
    </form>
  )
}

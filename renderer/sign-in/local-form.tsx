import { useRef, useState } from 'react'
import { say } from '../../shared/language.ts'
import { call, reasonOf } from '../app/bridge.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { errorWords } from '../ui/error-words.ts'
import { TextField } from '../ui/text-field.tsx'
import { useSummonFocus } from '../ui/use-summon-focus.ts'
import css from './sign-in.module.css'

type Problems = Readonly<Partial<Record<'name' | 'email' | 'form', string>>>

export interface LocalAccount {
  name: string
  email: string
  addDemoData: boolean
}

export const noLocalAccount: LocalAccount = { name: '', email: '', addDemoData: true }

/** Creates a workspace on this computer (APP-08) from a name and an email. The parent keeps the typed values. */
export function LocalForm({
  account,
  onType,
  onBack,
}: {
  account: LocalAccount
  onType: (account: LocalAccount) => void
  onBack: () => void
}) {
  const { name, email, addDemoData } = account
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const nameField = useRef<HTMLInputElement>(null)
  const emailField = useRef<HTMLInputElement>(null)
  useSummonFocus(nameField)

  const show = (found: Problems): void => {
    setProblems(found)
    if (found.name !== undefined) nameField.current?.focus()
    else if (found.email !== undefined) emailField.current?.focus()
  }

  const create = async (): Promise<void> => {
    const missing: Problems = {
      ...(name.trim() === '' ? { name: say('signIn.name.missing') } : {}),
      ...(/^\S+@\S+\.\S+$/.test(email.trim()) ? {} : { email: say('signIn.email.missing') }),
    }
    show(missing)
    if (Object.keys(missing).length > 0) return
    setBusy(true)
    try {
      await call('session.createLocal', { name: name.trim(), email: email.trim(), addDemoData })
    } catch (error) {
      const reason = reasonOf(error)
      if (reason.kind === 'cancelled') return
      const named = reason.kind === 'invalidInput' ? reason.fields : []
      const of = (field: string) => named.find((one) => one.field === field)?.message
      const [forName, forEmail] = [of('name'), of('email')]
      show({
        ...(forName === undefined ? {} : { name: forName }),
        ...(forEmail === undefined ? {} : { email: forEmail }),
        ...(named.length === 0 ? { form: reason.message || errorWords(reason).text } : {}),
      })
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
      {problems.form === undefined ? null : <Banner>{problems.form}</Banner>}
      <TextField
        ref={nameField}
        label={say('signIn.name')}
        autoComplete="name"
        maxLength={100}
        value={name}
        error={problems.name}
        onChange={(event) => onType({ ...account, name: event.target.value })}
      />
      <TextField
        ref={emailField}
        label={say('signIn.email')}
        type="email"
        autoComplete="email"
        maxLength={200}
        value={email}
        error={problems.email}
        onChange={(event) => onType({ ...account, email: event.target.value })}
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

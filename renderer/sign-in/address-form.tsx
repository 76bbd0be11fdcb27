import { useRef, useState } from 'react'
import { say } from '../../shared/language.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useSummonFocus } from '../shell/window.ts'
import css from './sign-in.module.css'

/** Asks for the workspace address. The person signs in in the browser. */
export function AddressForm({
  address,
  onType,
  onSubmit,
  onBack,
}: {
  address: string
  onType: (address: string) => void
  onSubmit: (address: string) => Promise<void>
  onBack: () => void
}) {
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useSummonFocus(field)
  return (
    <form
      className={css.form}
      aria-label={say('common.signIn')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const typed = address.trim()
        setMissing(typed === '')
        if (typed === '') field.current?.focus()
        else if (!busy) {
          setBusy(true)
          void onSubmit(typed).finally(() => setBusy(false))
        }
      }}
    >
      <TextField
        ref={field}
        label={say('signIn.address')}
        placeholder={say('signIn.address.example')}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        value={address}
        hint={say('signIn.address.hint')}
        error={missing ? say('signIn.address.missing') : undefined}
        onChange={(event) => onType(event.target.value)}
      />
      <div className={css.buttons}>
        <Button onClick={onBack}>{say('common.back')}</Button>
        <Button type="submit" look="primary" aria-disabled={busy} shortcut="Enter">
          {say('common.signIn')}
        </Button>
      </div>
    </form>
  )
}

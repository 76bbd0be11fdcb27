// Shown while nobody is signed in: first run, waiting for the browser, and sign-in after an expired session.
import { useEffect, useRef, useState } from 'react'
import { say } from '../../shared/language.ts'
import type { KnownWorkspace, Session } from '../../shared/ipc/launcher.ts'
import { call, reasonOf } from '../state/bridge.ts'
import { useLocalWorkspace, useWorkspaces } from '../state/queries.ts'
import { useWindowSize, useSummonFocus } from '../shell/window.ts'
import { hideNow, usePaletteStore, wantAddress } from '../state/store.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { errorWords } from '../ui/error-words.ts'
import { isComposing } from '../ui/keyboard.ts'
import { HotkeyHint } from './hotkey-hint.tsx'
import { LockedBanner } from './banners.tsx'
import { LocalForm, noLocalAccount } from './local-form.tsx'
import css from './sign-in.module.css'
import { TextField } from '../ui/text-field.tsx'
import { workspaceName } from './switch-workspace.tsx'

/** The logo: a prompt in a rounded square. */
const Mark = () => (
  <svg className={css.mark} width="52" height="52" viewBox="0 0 52 52" aria-hidden="true">
    <rect width="52" height="52" rx="14" fill="currentColor" opacity="0.14" />
    <path
      d="M17 17l9 9-9 9M28 35h9"
      fill="none"
      stroke="currentColor"
      strokeWidth="3.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)

type Step = 'choice' | 'address' | 'local'
type NotSignedIn = Exclude<Session, { kind: 'signedIn' }>

const greeting = (session: NotSignedIn): { title: string; text: string } => {
  if (session.kind === 'signedOut' && session.previous !== null) {
    if (session.reason === 'expired' || session.reason === 'revoked')
      return { title: say('signIn.again'), text: say('signIn.ended') }
  }
  return {
    title: say('app.name'),
    text: say('signIn.greeting'),
  }
}

function Choice({
  onChoose,
  onOpenLocal,
  onSwitch,
  waiting,
  chosen,
  session,
  local,
}: {
  onChoose: (step: Step) => void
  onOpenLocal: () => Promise<void>
  onSwitch: (key: string) => void
  /** Workspaces whose sessions wait. */
  waiting: readonly KnownWorkspace[]
  /** The step that was left with Back; its button gets the focus. */
  chosen: Step
  session: NotSignedIn
  /** The owner of the workspace on this computer; null if there is none. */
  local: string | null
}) {
  const focused = useRef<HTMLButtonElement>(null)
  const [busy, setBusy] = useState(false)
  useSummonFocus(focused)
  const isLocal = chosen === 'local' || (local !== null && chosen === 'choice')
  const elsewhere = (
    <Button
      key="elsewhere"
      ref={isLocal ? null : focused}
      look={local === null ? 'primary' : 'plain'}
      className={css.choice}
      onClick={() => onChoose('address')}
    >
      {say('common.signIn')}
    </Button>
  )
  const here =
    local === null ? (
      <Button
        key="here"
        ref={isLocal ? focused : null}
        className={css.choice}
        onClick={() => onChoose('local')}
      >
        {say('signIn.useLocal')}
      </Button>
    ) : (
      <Button
        key="here"
        ref={isLocal ? focused : null}
        look="primary"
        className={css.choice}
        aria-disabled={busy}
        onClick={() => {
          if (busy) return
          setBusy(true)
          void onOpenLocal().finally(() => setBusy(false))
        }}
      >
        {busy ? say('signIn.opening') : say('signIn.openLocal', { name: local })}
      </Button>
    )
  return (
    <div className={css.choices}>
      {local === null ? null : here}
      {waiting.map((workspace) => (
        <Button key={workspace.key} className={css.choice} onClick={() => onSwitch(workspace.key)}>
          {say('switch.open', { workspace: workspaceName(workspace), person: workspace.person ?? '' })}
        </Button>
      ))}
      {elsewhere}
      {local === null ? here : null}
      <p className={css.note}>
        {session.kind === 'signedOut' && session.previous !== null
          ? say('signIn.wasIn', {
              workspace: session.previous.workspaceName ?? session.previous.workspaceAddress,
              name: session.previous.user.name,
            })
          : say('signIn.aboutLocal')}
      </p>
    </div>
  )
}

function Waiting() {
  const openAgain = useRef<HTMLButtonElement>(null)
  const [copied, setCopied] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useSummonFocus(openAgain)
  const ask = async (name: 'session.reopenSignIn' | 'session.copySignInLink'): Promise<void> => {
    setProblem(null)
    setCopied(false)
    try {
      await call(name)
      setCopied(name === 'session.copySignInLink')
    } catch (error) {
      const reason = reasonOf(error)
      setProblem(reason.message || errorWords(reason).text)
    }
  }
  return (
    <div className={css.choices}>
      <output className={css.waiting}>
        <span className={css.pulse} aria-hidden="true" />
        {say('signIn.asks')}
      </output>
      {problem === null ? null : <Banner>{problem}</Banner>}
      <div className={css.waitingButtons}>
        <Button ref={openAgain} onClick={() => void ask('session.reopenSignIn')}>
          {say('signIn.openAgain')}
        </Button>
        <Button onClick={() => void ask('session.copySignInLink')}>{say('common.copyLink')}</Button>
        <Button look="ghost" onClick={() => void call('session.cancelSignIn').catch(() => undefined)}>
          {say('common.cancel')}
        </Button>
      </div>
      <output className={css.copied}>{copied ? say('common.linkCopied') : null}</output>
    </div>
  )
}

export function SignIn({ session }: { session: NotSignedIn }) {
  useWindowSize('full')
  const previous = session.kind === 'signedOut' ? session.previous : null
  const isAddressWanted = usePaletteStore((state) => state.isAddressWanted)
  // Also for a session that waited too long: its address is filled in.
  const [step, setStep] = useState<Step>(
    isAddressWanted || previous?.kind === 'remote' ? 'address' : 'choice',
  )
  const [chosen, setChosen] = useState<Step>('choice')
  useEffect(() => wantAddress(false), [])
  const [address, setAddress] = useState(previous?.kind === 'remote' ? previous.workspaceAddress : '')
  const [account, setAccount] = useState(noLocalAccount)
  const [problem, setProblem] = useState<string | null>(null)
  /** The session whose problem was already seen. */
  const [dismissed, setDismissed] = useState<NotSignedIn | null>(null)
  const sessionProblem = session.kind === 'signedOut' && session !== dismissed ? session.problem : undefined
  const words = problem ?? sessionProblem
  const goToStep = (next: Step): void => {
    setProblem(null)
    setDismissed(session)
    setStep(next)
    if (next !== 'choice') setChosen(next)
  }

  const local = useLocalWorkspace()
  const known = useWorkspaces()

  const signIn = async (begun: () => Promise<Session>): Promise<void> => {
    setProblem(null)
    setDismissed(session)
    await begun().catch((error: unknown) => {
      const reason = reasonOf(error)
      // The message of the main process names the address.
      if (reason.kind !== 'cancelled') setProblem(reason.message || errorWords(reason).text)
    })
  }

  const { title, text } = greeting(session)
  return (
    // Keys of the whole page. Each of them also has a control.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <main
      className={css.page}
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event)) return
        if (step === 'choice' || session.kind === 'signingIn') hideNow()
        else goToStep('choice')
      }}
    >
      <div className={css.card}>
        <Mark />
        <h1 className={css.title}>{title}</h1>
        <p className={css.text}>{text}</p>
        {session.vault === 'locked' ? <LockedBanner /> : null}
        {session.vault === 'memoryOnly' ? <Banner tone="calm">{say('common.noKeyring')}</Banner> : null}
        {words === undefined || session.kind === 'signingIn' ? null : <Banner>{words}</Banner>}
        {session.kind === 'signingIn' ? (
          <Waiting />
        ) : step === 'choice' ? (
          local.isPending || known.isPending ? null : (
            <Choice
              onChoose={goToStep}
              onOpenLocal={() => signIn(() => call('session.openLocal'))}
              onSwitch={(key) => void signIn(() => call('workspaces.switch', { key }))}
              waiting={known.data?.workspaces.filter(({ kind }) => kind === 'remote') ?? []}
              chosen={chosen}
              session={session}
              local={local.data ?? null}
            />
          )
        ) : step === 'address' ? (
          <AddressForm
            address={address}
            onType={setAddress}
            onSubmit={(workspaceAddress) => signIn(() => call('session.signIn', { workspaceAddress }))}
            onBack={() => goToStep('choice')}
          />
        ) : (
          <LocalForm account={account} onType={setAccount} onBack={() => goToStep('choice')} />
        )}
      </div>
      <HotkeyHint />
    </main>
  )
}

/** Asks for the workspace address. The person signs in in the browser. */
function AddressForm({
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

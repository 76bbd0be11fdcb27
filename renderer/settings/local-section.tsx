// Settings → Local workspace: the owner's name, backup, restore, the move to a server, and the folder (APP-08).
import { useEffect, useId, useRef, useState } from 'react'
import type { Account, PreparedRestore } from '../../shared/ipc/launcher.ts'
import { localeNow, say } from '../../shared/language.ts'
import { call, on, reasonOf } from '../state/bridge.ts'
import { showNotice } from '../state/store.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { errorWords } from '../ui/error-words.ts'
import fieldCss from '../ui/field.module.css'
import { TextField } from '../ui/text-field.tsx'
import css from './settings-view.module.css'
import { ServerSteps } from './server-steps.tsx'

const reasonWords = (error: unknown): string => {
  const reason = reasonOf(error)
  return reason.kind === 'invalidInput' ? reason.message : errorWords(reason).text
}

type Work = 'backingUp' | 'reading' | 'exporting' | 'restoring'

const workWords = (work: Work, count: number): string => {
  switch (work) {
    case 'backingUp':
      return say('local.backingUp', { count })
    case 'reading':
      return say('local.reading', { count })
    case 'exporting':
      return say('local.exporting', { count })
    case 'restoring':
      return say('local.restoring')
  }
}

export function LocalSection({ account }: { account: Account }) {
  const [work, setWork] = useState<Work | null>(null)
  const [count, setCount] = useState(0)
  const [said, setSaid] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [prepared, setPrepared] = useState<PreparedRestore | null>(null)
  const [exported, setExported] = useState<string | null>(null)
  useEffect(() => on('local.progress', setCount), [])

  const begin = <T,>(kind: Work, asked: () => Promise<T>, onDone: (value: T) => void): void => {
    if (work !== null) return
    setWork(kind)
    setCount(0)
    setSaid(null)
    setProblem(null)
    asked()
      .then(onDone, (error: unknown) => setProblem(reasonWords(error)))
      .finally(() => setWork(null))
  }
  const backUp = (): void =>
    begin(
      'backingUp',
      () => call('local.backUp'),
      (written) => setSaid(written === null ? null : say('local.backedUp', { file: written.file })),
    )
  const chooseBackup = (): void =>
    begin(
      'reading',
      () => call('local.chooseBackup'),
      (backup) => setPrepared(backup),
    )
  const exportIt = (): void =>
    begin(
      'exporting',
      () => call('local.export'),
      (written) => setExported(written?.file ?? null),
    )
  const restore = (): void => {
    setPrepared(null)
    begin(
      'restoring',
      () => call('local.restore'),
      // This view is gone by then.
      ({ kept }) => showNotice(say('local.restored', { file: kept }), 'success'),
    )
  }
  const cancelRestore = (): void => {
    setPrepared(null)
    call('local.cancelRestore').catch(() => undefined)
  }

  return (
    <>
      <section className={css.section} aria-labelledby="settings-local">
        <h2 id="settings-local">{say('local.title')}</h2>
        <div className={css.fields}>
          {problem === null ? null : <Banner>{problem}</Banner>}
          <OwnName name={account.user.name} />
          <p className={fieldCss.hint}>{say('local.about')}</p>
          <div className={css.buttons}>
            <Button aria-disabled={work !== null} onClick={backUp}>
              {say('local.backUp')}
            </Button>
            <Button aria-disabled={work !== null} onClick={chooseBackup}>
              {say('local.restore')}
            </Button>
            <Button aria-disabled={work !== null} onClick={exportIt}>
              {say('local.move')}
            </Button>
            <Button
              onClick={() => void call('local.openFolder').catch((error) => setProblem(reasonWords(error)))}
            >
              {say('local.openFolder')}
            </Button>
          </div>
          <output className={css.said}>{work === null ? said : workWords(work, count)}</output>
        </div>
      </section>
      {prepared === null ? null : (
        <RestoreQuestion prepared={prepared} onConfirm={restore} onCancel={cancelRestore} />
      )}
      {exported === null ? null : <ServerSteps file={exported} onClose={() => setExported(null)} />}
    </>
  )
}

/** Saved with Enter, or when the field is left. */
function OwnName({ name }: { name: string }) {
  const [typed, setTyped] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const save = (): void => {
    const next = (typed ?? name).trim()
    if (next === name) return setTyped(null)
    call('local.rename', { name: next }).then(
      () => {
        setTyped(null)
        showNotice(say('local.renamed'), 'success')
      },
      (error: unknown) => setFault(reasonWords(error)),
    )
  }
  return (
    <TextField
      ref={field}
      label={say('local.name')}
      autoComplete="name"
      maxLength={100}
      value={typed ?? name}
      error={fault ?? undefined}
      onChange={({ target }) => {
        setFault(null)
        setTyped(target.value)
      }}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') {
          event.preventDefault()
          save()
        } else if (event.key === 'Escape' && typed !== null) {
          // Undoes the typing before it leaves the settings.
          event.stopPropagation()
          setFault(null)
          setTyped(null)
        }
      }}
    />
  )
}

function RestoreQuestion({
  prepared: { createdAt, name, keptAs },
  onConfirm,
  onCancel,
}: {
  prepared: PreparedRestore
  onConfirm: () => void
  onCancel: () => void
}) {
  const titleId = useId()
  const date = new Date(createdAt).toLocaleString(localeNow(), { dateStyle: 'long', timeStyle: 'short' })
  return (
    <Dialog name={say('local.restore.confirm')} onClose={onCancel}>
      <div className={css.question}>
        <h2 id={titleId} className={css.questionTitle}>
          {say('local.restore.title', { date })}
        </h2>
        <p className={css.questionText}>{say('local.restore.text', { name, file: keptAs })}</p>
        <div className={css.questionButtons}>
          <Button data-first-focus onClick={onCancel}>
            {say('common.cancel')}
          </Button>
          <Button look="danger" aria-describedby={titleId} onClick={onConfirm}>
            {say('local.restore.confirm')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

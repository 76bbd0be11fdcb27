// Records a hotkey. The main process registers the new combination before it releases the old one.
import { useEffect, useId, useRef, useState } from 'react'
import { say } from '../../shared/language.ts'
import type { HotkeyName, HotkeyState, SettingsView } from '../../shared/ipc/settings.ts'
import type { Input } from '../../shared/ipc/contract.ts'
import { call, reasonOf } from '../state/bridge.ts'
import { Button, KeyCaps } from '../ui/button.tsx'
import { errorWords } from '../ui/error-words.ts'
import field from '../ui/field.module.css'
import { spokenKeys } from '../ui/keyboard.ts'
import { acceleratorOf } from './accelerator.ts'
import css from './settings-view.module.css'

const stateWords = ({ state }: HotkeyState): { text: string; tone: 'good' | 'calm' | 'unsure' | 'bad' } => {
  switch (state) {
    case 'active':
      return { text: say('settings.hotkey.active'), tone: 'good' }
    case 'unconfirmed':
      return { text: say('settings.hotkey.unconfirmed'), tone: 'unsure' }
    case 'taken':
      return { text: say('settings.hotkey.taken'), tone: 'bad' }
    case 'unavailable':
      return { text: say('settings.hotkey.unavailable'), tone: 'bad' }
    case 'unset':
      return { text: say('settings.hotkey.unset'), tone: 'calm' }
  }
}

export function HotkeyRecorder({
  label,
  hotkey,
  state,
  platform,
  onRecorded,
}: {
  label: string
  hotkey: HotkeyName
  state: HotkeyState
  platform: SettingsView['platform']
  onRecorded: (view: SettingsView) => void
}) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isRecording, setIsRecording] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const words = stateWords(state)
  // The active hotkey must not hide the window while recording.
  useEffect(() => {
    if (!isRecording) return
    call('hotkeys.suspend', { suspended: true }).catch(() => undefined)
    return () => void call('hotkeys.suspend', { suspended: false }).catch(() => undefined)
  }, [isRecording])

  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (!isRecording) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return setIsRecording(false)
    const read = acceleratorOf(event.nativeEvent, platform)
    if (read === null) return
    if ('refusal' in read) return setRefusal(read.refusal)
    setIsRecording(false)
    record({ hotkey, accelerator: read.accelerator })
  }

  const record = (change: Input<'hotkeys.record'>): void => {
    setRefusal(null)
    call('hotkeys.record', change).then(
      (view) => {
        onRecorded(view)
        if (view.hotkeys[hotkey].accelerator !== change.accelerator)
          setRefusal(say('settings.hotkey.takenNow', { hotkey: spokenKeys(change.accelerator) }))
      },
      (error: unknown) => {
        const reason = reasonOf(error)
        setRefusal(
          reason.kind === 'conflict' || reason.kind === 'invalidInput'
            ? reason.message
            : errorWords(reason).text,
        )
      },
    )
  }

  const isUnset = state.state === 'unset'
  return (
    <div className={css.hotkey}>
      <span className={field.label} id={`${id}label`}>
        {label}
      </span>
      <div className={css.hotkeyLine}>
        {isRecording ? (
          <output className={css.recording}>{say('settings.hotkey.press')}</output>
        ) : isUnset ? null : (
          <span>
            <KeyCaps keys={state.accelerator} />
            <span className="visually-hidden">{spokenKeys(state.accelerator)}</span>
          </span>
        )}
        <Button
          ref={button}
          aria-label={say(`settings.hotkey.${isUnset ? 'choose' : 'change'}Named`, { name: label })}
          aria-pressed={isRecording}
          onClick={() => {
            setRefusal(null)
            setIsRecording(!isRecording)
          }}
          onKeyDown={onKeyDown}
          onBlur={() => setIsRecording(false)}
        >
          {say(isUnset ? 'settings.hotkey.choose' : 'settings.hotkey.change')}
        </Button>
        {hotkey === 'brief' && !isUnset ? (
          <Button
            look="ghost"
            aria-label={say('settings.hotkey.removeNamed', { name: label })}
            onClick={() => {
              record({ hotkey, accelerator: '' })
              button.current?.focus()
            }}
          >
            {say('settings.hotkey.remove')}
          </Button>
        ) : null}
      </div>
      <output className={css.state} data-tone={refusal === null ? words.tone : 'bad'}>
        {refusal ?? words.text}
      </output>
    </div>
  )
}

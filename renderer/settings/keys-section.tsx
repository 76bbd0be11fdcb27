// The keys inside the window, folded. Each can be changed; a conflict is named, and reserved keys are refused.
import { useRef, useState } from 'react'
import { labelOf } from '../actions/actions.ts'
import type { Action, Table } from '../actions/action.ts'
import {
  type ChangedKeys,
  chordOf,
  defaultChords,
  holderOf,
  isChangeable,
  type KeyRefusal,
  refusalOf,
} from '../actions/keys.ts'
import { actions } from '../actions/table.ts'
import { type PlainKey, say } from '../../shared/language.ts'
import { Button } from '../ui/button.tsx'
import { isComposing, isMac, keyCaps, pressedChord } from '../ui/keyboard.ts'
import caps from '../ui/key-caps.module.css'
import css from './settings-view.module.css'

const refusals: Readonly<Record<KeyRefusal, PlainKey>> = {
  noChord: 'keys.refused.noChord',
  editing: 'keys.refused.editing',
  system: 'keys.refused.system',
  rows: 'keys.refused.rows',
}

/** The actions whose chords can be changed. */
export const changeable = (table: Table = actions): string[] =>
  [...defaultChords(table).keys()].filter(isChangeable)

const labelWords = (id: string): string => {
  const action: Action | undefined = (actions as Table)[id]
  return action === undefined ? '' : labelOf(action)
}

const spoken = (chord: string): string => keyCaps(chord, isMac()).join('+')

/** Why a command cannot have this chord, in a sentence; null if it can. */
export function refusalWords(command: string, chord: string | null, changed: ChangedKeys): string | null {
  const refusal = chord === null ? 'noChord' : refusalOf(command, chord)
  if (chord === null || refusal !== null) return say(refusals[refusal ?? 'noChord'])
  const holder = holderOf(command, chord, changed)
  return holder === undefined ? null : say('keys.taken', { keys: spoken(chord), command: labelWords(holder) })
}

/** Keys that only hold others. */
const isModifier = (key: string): boolean => ['Control', 'Shift', 'Alt', 'Meta', 'AltGraph'].includes(key)

function KeyRow({
  command,
  changed,
  onChange,
}: {
  command: string
  changed: ChangedKeys
  onChange: (changed: ChangedKeys) => void
}) {
  const [isRecording, setRecording] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const changeButton = useRef<HTMLButtonElement>(null)
  const name = labelWords(command)
  const chord = chordOf(command, changed)
  const end = (): void => {
    setRecording(false)
    setRefusal(null)
  }

  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (!isRecording || isComposing(event) || event.key === 'Tab' || isModifier(event.key)) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return end()
    const pressed = pressedChord(event, isMac())
    const words = refusalWords(command, pressed, changed)
    if (words !== null || pressed === null) return setRefusal(words)
    end()
    onChange({ ...changed, [command]: pressed })
  }

  return (
    <li className={css.key}>
      <span className={css.keyName}>{name}</span>
      {isRecording ? (
        <output className={css.recording}>{say('settings.hotkey.press')}</output>
      ) : (
        <span className={caps.caps}>
          {keyCaps(chord, isMac()).map((cap) => (
            <kbd key={cap} className={caps.cap}>
              {cap}
            </kbd>
          ))}
        </span>
      )}
      {changed[command] === undefined ? null : (
        <Button
          look="ghost"
          aria-label={say('keys.resetNamed', { name })}
          onClick={() => {
            const { [command]: _, ...rest } = changed
            const words = refusalWords(command, chordOf(command, {}), rest)
            if (words === null) {
              onChange(rest)
              // This button goes, and the focus would go with it.
              changeButton.current?.focus()
            } else setRefusal(words)
          }}
        >
          {say('keys.reset')}
        </Button>
      )}
      <Button
        ref={changeButton}
        look="ghost"
        aria-label={say('keys.changeNamed', { name })}
        aria-pressed={isRecording}
        onClick={() => {
          setRefusal(null)
          setRecording(!isRecording)
        }}
        onKeyDown={onKeyDown}
        onBlur={end}
      >
        {say('settings.hotkey.change')}
      </Button>
      {refusal === null ? null : (
        <p className={css.refusal} role="alert">
          {refusal}
        </p>
      )}
    </li>
  )
}

export function KeysSection({
  changed,
  onChange,
}: {
  changed: ChangedKeys
  onChange: (changed: ChangedKeys) => void
}) {
  return (
    <details className={css.section}>
      <summary>{say('settings.keys')}</summary>
      <ul className={css.keys}>
        {changeable().map((command) => (
          <KeyRow key={command} command={command} changed={changed} onChange={onChange} />
        ))}
      </ul>
      <Button aria-disabled={Object.keys(changed).length === 0} onClick={() => onChange({})}>
        {say('keys.resetAll')}
      </Button>
    </details>
  )
}

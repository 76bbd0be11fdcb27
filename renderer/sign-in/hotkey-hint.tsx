// Shows the hotkey and confirms it once it was pressed. On some desktops registration succeeds although presses never arrive.
import { useEffect, useRef, useState } from 'react'
import { sayParts } from '../../shared/language.ts'
import { usePaletteStore } from '../state/store.ts'
import { useSettings } from '../state/queries.ts'
import { KeyCaps } from '../ui/button.tsx'
import { spokenKeys } from '../ui/keyboard.ts'
import css from './sign-in.module.css'

export function HotkeyHint() {
  const hotkey = useSettings().data?.hotkeys.summon
  const shown = usePaletteStore((state) => state.shown)
  const [pressed, setPressed] = useState(false)
  const wasHidden = useRef(false)
  useEffect(() => {
    if (!shown) wasHidden.current = true
    else if (wasHidden.current) setPressed(true)
  }, [shown])

  if (hotkey === undefined || hotkey.state === 'unset') return <div className={css.hint} />
  const words = {
    taken: 'signIn.hotkey.taken',
    unavailable: 'signIn.hotkey.unavailable',
    unconfirmed: 'signIn.hotkey.unconfirmed',
    active: pressed ? 'signIn.hotkey.works' : 'signIn.hotkey.try',
  } as const
  const keys = (
    <span key="hotkey">
      <KeyCaps keys={hotkey.accelerator} />
      <span className="visually-hidden">{spokenKeys(hotkey.accelerator)}</span>
    </span>
  )
  return (
    <output className={css.hint}>
      <span>
        {sayParts(words[hotkey.state], {
          hotkey: keys,
          toggle: <code key="toggle">svc-launcher --toggle</code>,
        })}
      </span>
    </output>
  )
}

// The hotkey and a test of it: a registration that was accepted proves nothing on some desktops, a press does.
import { useEffect, useRef, useState } from 'react'
import { usePaletteStore } from '../palette-store.ts'
import { useSettings } from '../queries.ts'
import { KeyCaps } from '../ui/key-caps.tsx'
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

  if (hotkey === undefined) return <div className={css.hint} />
  const words =
    hotkey.state === 'taken'
      ? 'is taken by another program. Choose another in Settings once you are in.'
      : pressed && hotkey.state === 'active'
        ? 'works. It brings the launcher up from anywhere.'
        : hotkey.state === 'unconfirmed'
          ? 'is not confirmed by your desktop yet: press it now to try.'
          : 'brings the launcher up from anywhere. Try it: it hides, then shows again.'
  return (
    <output className={css.hint}>
      <KeyCaps keys={hotkey.accelerator} />
      <span className="visually-hidden">{hotkey.accelerator}</span>
      <span>{words}</span>
    </output>
  )
}

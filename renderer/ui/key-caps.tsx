// A shortcut as key caps, by the chord that its command has now, with a text alternative, because some screen readers skip "⌘".
import { currentChord, isMac, keyCaps } from './keyboard.ts'
import css from './key-caps.module.css'

export function KeyCaps({ keys }: { keys: string }) {
  return (
    <span className={css.caps} aria-hidden="true">
      {keyCaps(currentChord(keys), isMac()).map((cap) => (
        <kbd key={cap} className={css.cap}>
          {cap}
        </kbd>
      ))}
    </span>
  )
}

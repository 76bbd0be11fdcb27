// A shortcut as key caps. Read out as words, because "⌘" is silent in some screen readers.
import { isMac, keyCaps } from './keyboard.ts'
import css from './key-caps.module.css'

export function KeyCaps({ keys }: { keys: string }) {
  return (
    <span className={css.caps} aria-hidden="true">
      {keyCaps(keys, isMac()).map((cap) => (
        <kbd key={cap} className={css.cap}>
          {cap}
        </kbd>
      ))}
    </span>
  )
}

// Enter that is held down acts once: repeated, it would act again on whatever the first one brought up.
import type { KeyPress } from './keyboard.ts'

/** @param writesLines Enter makes a new line where the focus is: that may be repeated. */
export const isHeldEnter = (
  {
    key,
    repeat,
    isComposing,
    ctrlKey,
    metaKey,
  }: Pick<KeyPress, 'key' | 'ctrlKey' | 'metaKey'> & { repeat: boolean; isComposing: boolean },
  writesLines: boolean,
): boolean => key === 'Enter' && repeat && !isComposing && !(writesLines && !ctrlKey && !metaKey)

/** A text area in which Enter does something says so by its `enterkeyhint`. */
const writesLines = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement && target.enterKeyHint === ''

/** Before every view, dialog and button: none of them hears a repeated Enter. */
export const ignoreHeldEnter = (page: Window): void =>
  page.addEventListener(
    'keydown',
    (event) => {
      if (!isHeldEnter(event, writesLines(event.target))) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    { capture: true },
  )

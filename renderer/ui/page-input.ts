// Suppresses key repeat for keys with an effect. A held Enter would act on the view that the first press opened, and a held
// shortcut on one row after another.
import { chordKey, chords, isBound, isMac, isShortcut, isUndo, type KeyPress, modHeld } from './keyboard.ts'

/** @param writesLines whether Enter inserts a line break in the focused field, which may repeat. */
export const isHeld = (
  press: KeyPress & { repeat: boolean; isComposing: boolean },
  writesLines: boolean,
  mac: boolean,
): boolean => {
  if (!press.repeat || press.isComposing) return false
  if (press.key === 'Enter') return !(writesLines && !press.ctrlKey && !press.metaKey)
  // Copying may repeat.
  if (isBound(press, mac))
    return !isShortcut(press, chords.copyTitle, mac) && !isShortcut(press, chords.copyLink, mac)
  return modHeld(press, mac) && /^\d$/.test(chordKey(press))
}

/** A text area in which Enter has an action declares it with `enterkeyhint`. */
const writesLines = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement && target.enterKeyHint === ''

/** Runs in the capture phase, before every view, dialog and button. */
export const ignoreHeldKeys = (page: Window): void =>
  page.addEventListener(
    'keydown',
    (event) => {
      if (!isHeld(event, writesLines(event.target), isMac())) return
      event.stopImmediatePropagation()
      // Undo in a text field may repeat; undo of a write may not.
      if (!isUndo(event)) event.preventDefault()
    },
    { capture: true },
  )

const takesFocus = 'a[href], button:enabled, input, select, textarea, label, [tabindex="0"]'

const isSelectable = (element: Element): boolean => getComputedStyle(element).userSelect !== 'none'

export const keepFocus = (page: Window): void =>
  page.addEventListener('mousedown', (event) => {
    const { target } = event
    if (!(target instanceof Element) || target.closest(takesFocus) !== null || isSelectable(target)) return
    event.preventDefault()
  })

export const ignoreRestingPointer = (page: Window): void =>
  page.addEventListener(
    'mousemove',
    (event) => {
      if (event.movementX === 0 && event.movementY === 0) event.stopImmediatePropagation()
    },
    { capture: true },
  )

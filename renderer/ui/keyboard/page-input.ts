// Keys that do something do it once while they are held: repeated, Enter would act on whatever the first one brought up,
// and a shortcut on one row after another.
import { chordKey, isMac, isUndo, type KeyPress, modHeld } from './keyboard.ts'

/** The shortcuts of all views but copying. Ctrl+P, which moves, is meant as often as it comes. */
const shortcuts = /^[deijknrz,\d]$/

/** @param writesLines Enter makes a new line where the focus is: that may be repeated. */
export const isHeld = (
  press: KeyPress & { repeat: boolean; isComposing: boolean },
  writesLines: boolean,
  mac: boolean,
): boolean => {
  if (!press.repeat || press.isComposing) return false
  if (press.key === 'Enter') return !(writesLines && !press.ctrlKey && !press.metaKey)
  return modHeld(press, mac) && shortcuts.test(chordKey(press))
}

/** A text area in which Enter does something says so by its `enterkeyhint`. */
const writesLines = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement && target.enterKeyHint === ''

/** Before every view, dialog and button: none of them hears a held key. */
export const ignoreHeldKeys = (page: Window): void =>
  page.addEventListener(
    'keydown',
    (event) => {
      if (!isHeld(event, writesLines(event.target), isMac())) return
      event.stopImmediatePropagation()
      // The text's own undo may be repeated; a write is taken back once.
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

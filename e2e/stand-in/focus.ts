// Which window has the focus. As with a window manager, a change lands after the call that caused it.
interface Focusable {
  emit(event: 'focus' | 'blur'): boolean
}

let focused: Focusable | undefined
let wanted: Focusable | undefined

export const focusedWindow = (): unknown => focused

const settle = (): void => {
  if (focused === wanted) return
  const before = focused
  focused = wanted
  before?.emit('blur')
  // A blur listener may have moved the focus again.
  if (focused === wanted) focused?.emit('focus')
}

export function moveFocus(to: Focusable | undefined): void {
  wanted = to
  setImmediate(settle)
}

/** Only if the window has the focus or is about to get it. */
export function dropFocus(from: Focusable): void {
  if (wanted === from) moveFocus(undefined)
}

/** A window that has gone has no focus, and says nothing about it. */
export function forgetFocus(gone: Focusable): void {
  if (focused === gone) focused = undefined
  if (wanted === gone) wanted = undefined
}

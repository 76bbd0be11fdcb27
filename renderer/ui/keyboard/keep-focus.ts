// A click beside everything leaves the focus where it is: with nowhere to go, keys do nothing, Escape among them.
const takesFocus = 'a[href], button:enabled, input, select, textarea, label, [tabindex="0"]'

const isSelectable = (element: Element): boolean => getComputedStyle(element).userSelect !== 'none'

export const keepFocus = (page: Window): void =>
  page.addEventListener('mousedown', (event) => {
    const { target } = event
    if (!(target instanceof Element) || target.closest(takesFocus) !== null || isSelectable(target)) return
    event.preventDefault()
  })

// A pointer that rests where a list comes up selects nothing: X11 sends a mousemove without a movement when a window is
// shown under the pointer, and Chromium does when a list changes beneath it. One listener covers every list.
export const ignoreRestingPointer = (page: Window): void =>
  page.addEventListener(
    'mousemove',
    (event) => {
      if (event.movementX === 0 && event.movementY === 0) event.stopImmediatePropagation()
    },
    { capture: true },
  )

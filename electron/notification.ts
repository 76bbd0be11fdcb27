// The quiet way to say something while the window is away: it takes no focus.
import { Notification } from 'electron'

/** Shows a notification; its click is an answer. Silent where the desktop has none. */
export const announce = (words: { title: string; body: string }, onClick: () => void): void => {
  if (!Notification.isSupported()) return
  const notification = new Notification({ ...words, silent: true })
  notification.on('click', onClick)
  notification.show()
}

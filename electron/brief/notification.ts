// The quiet way in which a brief says that it is ready.
import { Notification } from 'electron'

/** Shows a notification; its click is an answer. Silent where the desktop has none. */
export const announceBrief = (body: string, onClick: () => void): void => {
  if (!Notification.isSupported()) return
  const notification = new Notification({
    title: 'Your daily brief',
    body,
    silent: true,
  })
  notification.on('click', onClick)
  notification.show()
}

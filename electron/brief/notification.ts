// The quiet way in which a brief says that it is ready.
import { Notification } from 'electron'
import { say } from '../../shared/language.ts'

/** Shows a notification; its click is an answer. Silent where the desktop has none. */
export const announceBrief = (body: string, onClick: () => void): void => {
  if (!Notification.isSupported()) return
  const notification = new Notification({
    title: say('notice.title'),
    body,
    silent: true,
  })
  notification.on('click', onClick)
  notification.show()
}

// The quiet way to say something while the window is away: it takes no focus.
/** What is used of Electron's `Notification`. */
type NotificationClass = {
  new (words: { title: string; body: string; silent: boolean }): {
    on(event: 'click' | 'close' | 'failed', listener: () => void): unknown
    show(): void
  }
  isSupported: () => boolean
}

/** Shows a notification; its click is an answer. Silent where the desktop has none. */
export type Announce = (words: { title: string; body: string }, onClick: () => void) => void

export const createAnnounce = (System: NotificationClass): Announce => {
  /** A notification that is garbage-collected loses its click (electron#16922). */
  const kept = new Set<unknown>()
  return (words, onClick) => {
    if (!System.isSupported()) return
    const notification = new System({ ...words, silent: true })
    const forget = (): void => void kept.delete(notification)
    kept.add(notification)
    notification.on('click', () => {
      forget()
      onClick()
    })
    notification.on('close', forget)
    notification.on('failed', forget)
    notification.show()
  }
}

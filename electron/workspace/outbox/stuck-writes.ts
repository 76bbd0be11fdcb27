// Notifies the user about writes that stopped and need a decision.
import type { OutboxItem } from '../../../shared/ipc/launcher.ts'

const isStuck = ({ state }: OutboxItem): boolean => state === 'needsYou' || state === 'notFound'

/** A line that was on the screen for less time counts as unread. */
const readMs = 3_000

export type StuckWrites = {
  /** The outbox changed. */
  heard: (items: readonly OutboxItem[]) => void
  /** The window was hidden. */
  hidden: () => void
}

/**
 * Notifies once about each write or batch that becomes stuck, except those of an earlier run. While the launcher is on the screen, the
 * page shows it. `tell` is called if the window is hidden before the user could read that.
 * @param isSeen whether the launcher is on the screen
 * @param now monotonic milliseconds
 */
export const createStuckWrites = ({
  isSeen,
  now,
  tell,
}: {
  isSeen: () => boolean
  now: () => number
  tell: (item: OutboxItem) => void
}): StuckWrites => {
  let last: readonly OutboxItem[] = []
  /** When the page showed each write, since the window was last hidden. */
  const saidAt = new Map<string, number>()
  return {
    heard: (items) => {
      const onTheirWay = new Set(last.filter((item) => !isStuck(item)).map(({ id }) => id))
      const stuckBatches = new Set(last.filter(isStuck).flatMap(({ batch }) => batch ?? []))
      last = items
      for (const item of items.filter(({ id }) => onTheirWay.has(id)).filter(isStuck)) {
        if (item.batch !== null && stuckBatches.has(item.batch)) continue
        if (item.batch !== null) stuckBatches.add(item.batch)
        if (isSeen()) saidAt.set(item.id, now())
        else tell(item)
      }
    },
    hidden: () => {
      const isUnread = ({ id }: OutboxItem): boolean => now() - (saidAt.get(id) ?? -Infinity) < readMs
      for (const item of last.filter(isStuck).filter(isUnread)) tell(item)
      saidAt.clear()
    },
  }
}

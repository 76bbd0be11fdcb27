// A write that cannot go on without its person is told of when it stops, not when they look at the outbox next.
import type { OutboxItem } from '../../../shared/ipc/launcher.ts'

const isStuck = ({ state }: OutboxItem): boolean => state === 'needsYou' || state === 'notFound'

/** What was on the screen for less counts as not seen: a line takes that long to be noticed and read. */
const readMs = 3_000

export type StuckWrites = {
  /** The outbox is another now. */
  heard: (items: readonly OutboxItem[]) => void
  /** The window is gone. */
  hidden: () => void
}

/**
 * Tells of each write that was on its way and is stuck now: once, and nothing of what an earlier run left. While the
 * launcher is on the screen it says so by itself; when it goes before that could be read, it is told then.
 * @param isSeen whether the launcher is on the screen
 * @param now milliseconds that only grow
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
  /** When each was said on the screen, since the window was hidden last. */
  const saidAt = new Map<string, number>()
  return {
    heard: (items) => {
      const onTheirWay = new Set(last.filter((item) => !isStuck(item)).map(({ id }) => id))
      last = items
      for (const item of items.filter(({ id }) => onTheirWay.has(id)).filter(isStuck))
        if (isSeen()) saidAt.set(item.id, now())
        else tell(item)
    },
    hidden: () => {
      const isUnread = ({ id }: OutboxItem): boolean => now() - (saidAt.get(id) ?? -Infinity) < readMs
      for (const item of last.filter(isStuck).filter(isUnread)) tell(item)
      saidAt.clear()
    },
  }
}

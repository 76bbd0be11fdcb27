// A write that cannot go on without its person is told of when it stops, not when they look at the outbox next.
import type { OutboxItem } from '../../shared/launcher.ts'

const isStuck = ({ state }: OutboxItem): boolean => state === 'needsYou' || state === 'notFound'

/**
 * Hears of the outbox and tells of each write that was on its way and is stuck now: once, and nothing of what an earlier run left.
 * @param isSeen whether the launcher is in front and says it by itself
 */
export const createStuckWrites = ({
  isSeen,
  tell,
}: {
  isSeen: () => boolean
  tell: (item: OutboxItem) => void
}): ((items: readonly OutboxItem[]) => void) => {
  let onTheirWay: ReadonlySet<string> = new Set()
  return (items) => {
    if (!isSeen()) for (const item of items) if (isStuck(item) && onTheirWay.has(item.id)) tell(item)
    onTheirWay = new Set(items.filter((item) => !isStuck(item)).map(({ id }) => id))
  }
}

// What people tell each other in the demo.
import { titleOf } from '../notifications/words.ts'
import type { StoredNotification } from '../notifications/notifications.store.ts'
import type { NewTask } from '../tasks/stored-task.ts'
import type { Scene } from './records.ts'

const minute = 60_000

/** Told to each member: tasks that another gave them, and tasks of theirs that are due. @param names of members */
export function makeNotifications(
  { random, now, memberIds }: Scene,
  tasks: readonly NewTask[],
  names: ReadonlyMap<string, string>,
): StoredNotification[] {
  return memberIds.flatMap((personId, place) => {
    const own = tasks.filter(({ assignees, status }) => assignees.includes(personId) && status !== 'done')
    const isDue = ({ dueDate }: NewTask) => dueDate !== null && dueDate <= now
    const told = own
      .filter((task) => task.createdBy !== personId || isDue(task))
      .slice(0, place === 0 ? 4 : 1)
    return told.map((task, index): StoredNotification => {
      const byOther = task.createdBy !== personId
      const actor = byOther ? { id: task.createdBy, name: names.get(task.createdBy) ?? '' } : null
      const kind = byOther ? 'task_assigned' : 'task_due'
      const parts = {
        kind,
        actorName: actor?.name ?? '',
        subject: task.title,
        count: 1,
        change: null,
      } as const
      const at = now - (index + 1) * random.whole(10, 90) * minute
      return {
        id: random.id('ntf'),
        personId,
        kind,
        title: titleOf(parts),
        body: null,
        target: { kind: 'task', id: task.id },
        subject: task.title,
        actor,
        change: null,
        count: 1,
        items: [{ id: task.id, title: task.title }],
        firstAt: at,
        createdAt: at,
        readAt: null,
      }
    })
  })
}

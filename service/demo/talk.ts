// Comments and notifications of the demo.
import type { NotificationKind } from '../../shared/api/launcher/notifications.ts'
import type { StoredComment } from '../comments/comments.store.ts'
import { excerptOf } from '../notifications/notify.ts'
import { titleOf } from '../notifications/words.ts'
import type { NotificationTarget, StoredNotification } from '../notifications/notifications.store.ts'
import type { NewTask } from '../tasks/stored-task.ts'
import type { DemoRecord, Scene } from './records.ts'

const minute = 60_000
const commented = 6

/** `name` is that of the person who is mentioned. */
const onTasks: [(name: string) => string, ...((name: string) => string)[]] = [
  (name) => `@${name}, they asked for a call before Thursday.`,
  (name) => `@${name}, can you take this over? I am away from Monday on.`,
  () => 'The offer is out. I will ask again next week.',
  () => 'Moved it: the room was taken.',
  () => 'Legal has read it. Two small changes, see the last page.',
  () => 'Done from my side.',
]
const onRecords: typeof onTasks = [
  () => 'They like short emails. Best called before ten.',
  () => 'Renewal is in spring, budget is decided in January.',
  (name) => `@${name}, who of us talks to their new buyer?`,
  () => 'Met at the trade fair, wants a demo for the whole team.',
  () => 'Pays late, but pays.',
  () => 'Asks for an invoice a month.',
]

export type DemoTalk = { comments: StoredComment[]; notifications: StoredNotification[] }

/** @param names of members by id */
export function makeTalk(
  { random, now, memberIds }: Scene,
  tasks: readonly NewTask[],
  records: readonly DemoRecord[],
  names: ReadonlyMap<string, string>,
): DemoTalk {
  const [first, ...others] = memberIds
  const nameOf = (id: string) => names.get(id) ?? ''
  const shortName = nameOf(first).split(' ', 1)[0] ?? ''

  const notice = (
    personId: string,
    actorId: string | null,
    about: {
      kind: NotificationKind
      target: NotificationTarget
      subject: string
      body?: string
      at: number
    },
  ): StoredNotification => {
    const { kind, target, subject, body = null, at } = about
    const actor = actorId === null ? null : { id: actorId, name: nameOf(actorId) }
    return {
      id: random.id('ntf'),
      personId,
      kind,
      title: titleOf({ kind, actorName: actor?.name ?? '', subject, count: 1, change: null }),
      body,
      target,
      subject,
      actor,
      change: null,
      count: 1,
      items: [{ id: target.id, title: subject }],
      firstAt: at,
      createdAt: at,
      readAt: null,
    }
  }

  /** Told to each member: tasks that another gave them, and tasks of theirs that are due. */
  const ofTasks = memberIds.flatMap((personId, place) => {
    const own = tasks.filter(({ assignees, status }) => assignees.includes(personId) && status !== 'done')
    const isDue = ({ dueDate }: NewTask) => dueDate !== null && dueDate <= now
    const told = own
      .filter((task) => task.createdBy !== personId || isDue(task))
      .slice(0, place === 0 ? 4 : 1)
    return told.map(({ id, title: subject, createdBy }, index) => {
      const byOther = createdBy !== personId
      const at = now - (index + 1) * random.whole(10, 90) * minute
      const kind = byOther ? ('task_assigned' as const) : ('task_due' as const)
      return notice(personId, byOther ? createdBy : null, { kind, target: { kind: 'task', id }, subject, at })
    })
  })

  const comments: StoredComment[] = []
  const ofComments: StoredNotification[] = []
  const say = (
    place: number,
    target: StoredComment['target'],
    subject: string,
    texts: typeof onTasks,
    isConcerned: boolean,
  ) => {
    const createdBy = others.length === 0 ? first : random.pick([others[0] ?? first, ...others])
    const content = (texts[place] ?? texts[0])(shortName)
    const isMention = createdBy !== first && content.startsWith('@')
    const at = now - (place + 1) * random.whole(20, 400) * minute
    const mentions = isMention ? [first] : []
    comments.push({
      id: random.id('cmt'),
      target,
      content: isMention
        ? content
        : content.replace(/^@[^,]*, (.)/, (_, letter: string) => letter.toUpperCase()),
      mentions,
      createdBy,
      createdAt: at,
      updatedAt: at,
    })
    if (createdBy === first || (!isMention && !isConcerned)) return
    const kind = isMention ? ('mention' as const) : ('task_commented' as const)
    ofComments.push(notice(first, createdBy, { kind, target, subject, body: excerptOf(content), at }))
  }
  const open = tasks.filter(({ assignees, status }) => assignees.includes(first) && status !== 'done')
  for (const [place, { id, title }] of open.slice(0, commented).entries())
    say(place, { kind: 'task', id }, title, onTasks, true)
  const active = records.filter(({ archived }) => !archived)
  for (const [place, { id, title }] of active.slice(0, commented).entries())
    say(place, { kind: 'record', id }, title, onRecords, false)
  return { comments, notifications: [...ofTasks, ...ofComments] }
}

// What a write on its way is called, and what is worth saying when it moves on (APP-07).
import { say } from '../../shared/language.ts'
import type { OutboxItem, UndoAnswer } from '../../shared/ipc/launcher.ts'
import { errorWords } from '../ui/error-words.ts'

export type Tone = 'calm' | 'success' | 'danger' | 'amber'

const secondsUntil = (at: number, now: number): number => Math.max(0, Math.ceil((at - now) / 1000))

const waitingWords = (
  { error, waitsUntil, heldUntil }: OutboxItem,
  now: number,
): { text: string; tone: Tone } => {
  if (heldUntil !== null)
    return { text: say('write.removedIn', { seconds: secondsUntil(heldUntil, now) }), tone: 'amber' }
  if (error?.kind === 'locked') return { text: say('write.waiting.locked'), tone: 'amber' }
  if (error?.kind === 'signedOut') return { text: say('write.waiting.signIn'), tone: 'amber' }
  if (error?.kind === 'offline') return { text: say('write.waiting.offline'), tone: 'amber' }
  if (error?.kind === 'notKept') return { text: error.message, tone: 'amber' }
  if (error?.kind === 'rateLimited') {
    const seconds = waitsUntil === null ? error.retryAfterSeconds : secondsUntil(waitsUntil, now)
    return { text: say('write.waiting.busy', { seconds }), tone: 'amber' }
  }
  return { text: say('write.queued'), tone: 'calm' }
}

/** Why a write needs its person, and that nothing of it is lost. */
const needWords = ({ kind, error, conflict, candidates }: OutboxItem): string => {
  if (conflict !== null) return say('write.need.overlap')
  if (candidates.length > 0) return error?.message ?? say('write.need.which')
  if (error === null) return say('write.needsYou')
  if (error.kind === 'forbidden')
    return error.right === undefined
      ? say('write.need.right')
      : say('write.need.rightNamed', { right: error.right })
  if (error.kind === 'notFound') return kind === 'updateTask' ? say('task.isGone') : error.message
  if (error.kind === 'conflict') return say('write.need.removeChanged')
  if (error.kind === 'invalidInput') return error.fields[0]?.message ?? error.message
  return errorWords(error).text
}

/** What is there of a write that ended well: it may have been taken back since. */
const savedWords = ({ kind, takesBack, undone }: OutboxItem): { text: string; tone: Tone } => {
  if (undone === 'done') return { text: say('write.takenBack'), tone: 'calm' }
  if (undone !== 'no') return { text: say('write.takingBack'), tone: 'calm' }
  if (kind === 'archiveTask') return { text: say('write.removed'), tone: 'success' }
  return { text: say(takesBack ? 'write.changedBack' : 'write.saved'), tone: 'success' }
}

/** @param now epoch milliseconds, for what waits. */
export function stateWords(item: OutboxItem, now: number): { text: string; tone: Tone } {
  switch (item.state) {
    case 'queued':
      return waitingWords(item, now)
    case 'sending':
      return { text: say(item.undone === 'asked' ? 'write.takingBack' : 'write.sending'), tone: 'calm' }
    case 'checking':
      return { text: say('write.maybeSaved'), tone: 'amber' }
    case 'notFound':
      return { text: say('write.notFound'), tone: 'danger' }
    case 'saved':
      return savedWords(item)
    case 'needsYou':
      return { text: needWords(item), tone: 'danger' }
  }
}

const undoMs = 60_000

/**
 * What Mod+Z means: the last write of the last minute that can be taken back, so that each press goes one further. A taking
 * back is not taken back by it, but by its own button.
 */
export const lastUndoable = (items: readonly OutboxItem[], now: number): OutboxItem | null =>
  items.findLast(({ canUndo, takesBack, createdAt }) => canUndo && !takesBack && createdAt > now - undoMs) ??
  null

export function undoWords({ outcome, item }: UndoAnswer): string {
  const title = item?.title ?? ''
  switch (outcome) {
    case 'cancelled':
      return say(item?.kind === 'archiveTask' ? 'undo.kept' : 'undo.notSent', { title })
    case 'undoing':
      if (item?.kind === 'archiveTask') return say('undo.makingAgain', { title })
      if (item?.kind === 'createTask') return say('undo.removing', { title })
      return say(item?.takesBack === true ? 'undo.changingAgain' : 'undo.changingBack', { title })
    case 'nothing':
      return say('said.nothingToUndo')
  }
}

export interface News {
  text: string
  tone: 'calm' | 'success' | 'danger'
}

/** What to say of the change from one outbox to the next; the gravest first, and nothing that was said before. */
export function outboxNews(
  before: readonly OutboxItem[],
  after: readonly OutboxItem[],
  now: number,
): News | null {
  const old = new Map(before.map((item) => [item.id, item.state]))
  const moved = after.filter((item) => old.get(item.id) !== item.state)
  const newsOf = (item: OutboxItem): News => {
    const { text, tone } = stateWords(item, now)
    // Words that end with a mark of their own need no colon.
    const key = /[.?…]$/.test(text) ? 'write.newsOpen' : 'write.news'
    return { text: say(key, { words: text, title: item.title }), tone: tone === 'amber' ? 'calm' : tone }
  }
  const grave = moved.find((item) => item.state === 'needsYou' || item.state === 'notFound')
  if (grave !== undefined) return newsOf(grave)
  const checking = moved.find((item) => item.state === 'checking')
  if (checking !== undefined) return newsOf(checking)
  const saved = moved.filter((item) => item.state === 'saved' && old.has(item.id))
  const [first] = saved
  if (first === undefined) return null
  if (saved.length > 1) return { text: say('write.countSaved', { count: saved.length }), tone: 'success' }
  return newsOf(first)
}

// What a write on its way is called, and what is worth saying when it moves on (APP-07).
import type { OutboxItem, UndoAnswer } from '../../shared/launcher.ts'
import { errorWords } from '../ui/error-words.ts'

export type Tone = 'calm' | 'success' | 'danger' | 'amber'

const secondsUntil = (at: number, now: number): number => Math.max(0, Math.ceil((at - now) / 1000))

const waitingWords = (
  { error, waitsUntil, heldUntil }: OutboxItem,
  now: number,
): { text: string; tone: Tone } => {
  if (heldUntil !== null)
    return { text: `Removed in ${secondsUntil(heldUntil, now)} s — undo keeps it`, tone: 'amber' }
  if (error?.kind === 'locked') return { text: 'Waiting for the workspace to be unlocked', tone: 'amber' }
  if (error?.kind === 'signedOut') return { text: 'Waiting for you to sign in', tone: 'amber' }
  if (error?.kind === 'offline') return { text: 'Waiting for a connection', tone: 'amber' }
  if (error?.kind === 'notKept') return { text: error.message, tone: 'amber' }
  if (error?.kind === 'rateLimited') {
    const seconds = waitsUntil === null ? error.retryAfterSeconds : secondsUntil(waitsUntil, now)
    return { text: `Waiting: the service is busy for ${seconds} s`, tone: 'amber' }
  }
  return { text: 'Queued', tone: 'calm' }
}

/** Why a write needs its person, and that nothing of it is lost. */
const needWords = ({ kind, error, conflict, candidates }: OutboxItem): string => {
  if (conflict !== null) return 'Somebody else changed the same fields: which one stands?'
  if (candidates.length > 0) return error?.message ?? 'Which one is it?'
  if (error === null) return 'Needs you'
  if (error.kind === 'forbidden')
    return error.right === undefined
      ? 'You may not do this. Your text is kept.'
      : `You may not do this: ${error.right} is missing. Your text is kept.`
  if (error.kind === 'notFound')
    return kind === 'updateTask' ? 'This task no longer exists — create it as new?' : error.message
  if (error.kind === 'conflict') return 'Somebody else changed this task — remove it all the same?'
  if (error.kind === 'invalidInput') return error.fields[0]?.message ?? error.message
  return errorWords(error).text
}

/** @param now epoch milliseconds, for what waits. */
export function stateWords(item: OutboxItem, now: number): { text: string; tone: Tone } {
  switch (item.state) {
    case 'queued':
      return waitingWords(item, now)
    case 'sending':
      return { text: 'Sending…', tone: 'calm' }
    case 'checking':
      return { text: 'May have been saved — checking…', tone: 'amber' }
    case 'notFound':
      return { text: 'Not found — create again?', tone: 'danger' }
    case 'saved':
      return { text: item.kind === 'archiveTask' ? 'Removed' : 'Saved', tone: 'success' }
    case 'needsYou':
      return { text: needWords(item), tone: 'danger' }
  }
}

const undoMs = 60_000

/** What Mod+Z means: the last write of the last minute that can be taken back. A taking back is kept by its own button. */
export const lastUndoable = (items: readonly OutboxItem[], now: number): OutboxItem | null =>
  items.findLast(
    ({ canUndo, kind, createdAt }) => canUndo && kind !== 'archiveTask' && createdAt > now - undoMs,
  ) ?? null

export function undoWords({ outcome, item }: UndoAnswer): string {
  const title = item?.title ?? ''
  switch (outcome) {
    case 'cancelled':
      return item?.kind === 'archiveTask' ? `Kept: “${title}”` : `Not sent: “${title}”`
    case 'undoing':
      if (item?.kind === 'archiveTask') return `Making it again: “${title}”`
      return item?.kind === 'createTask' ? `Removing: “${title}”` : `Changed back: “${title}”`
    case 'nothing':
      return 'Nothing to undo'
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
  const say = (item: OutboxItem): News => {
    const { text, tone } = stateWords(item, now)
    const mark = /[?…]$/.test(text) ? '' : ':'
    return { text: `${text}${mark} “${item.title}”`, tone: tone === 'amber' ? 'calm' : tone }
  }
  const grave = moved.find((item) => item.state === 'needsYou' || item.state === 'notFound')
  if (grave !== undefined) return say(grave)
  const checking = moved.find((item) => item.state === 'checking')
  if (checking !== undefined) return say(checking)
  const saved = moved.filter((item) => item.state === 'saved' && old.has(item.id))
  const [first] = saved
  if (first === undefined) return null
  if (saved.length > 1) return { text: `${saved.length} saved`, tone: 'success' }
  return say(first)
}

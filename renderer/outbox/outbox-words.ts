// What a write on its way is called, and what is worth saying when it moves on (APP-07).
import type { OutboxItem } from '../../shared/launcher.ts'
import { errorWords } from '../ui/error-words.ts'

export type Tone = 'calm' | 'success' | 'danger' | 'amber'

export function stateWords(item: OutboxItem): { text: string; tone: Tone } {
  switch (item.state) {
    case 'queued':
      if (item.error?.kind === 'locked')
        return { text: 'Waiting for the workspace to be unlocked', tone: 'amber' }
      if (item.error?.kind === 'signedOut') return { text: 'Waiting for you to sign in', tone: 'amber' }
      if (item.error?.kind === 'rateLimited')
        return { text: `Waiting: the service is busy for ${item.error.retryAfterSeconds} s`, tone: 'amber' }
      if (item.error?.kind === 'offline') return { text: 'Waiting for a connection', tone: 'amber' }
      return { text: 'Queued', tone: 'calm' }
    case 'sending':
      return { text: 'Sending…', tone: 'calm' }
    case 'checking':
      return { text: 'May have been saved — checking…', tone: 'amber' }
    case 'notFound':
      return item.kind === 'createTask'
        ? { text: 'Not found — create again?', tone: 'danger' }
        : { text: 'This task no longer exists', tone: 'danger' }
    case 'saved':
      return { text: 'Saved', tone: 'success' }
    case 'needsYou':
      return {
        text: item.error === null ? 'Needs you' : errorWords(item.error).text,
        tone: 'danger',
      }
  }
}

export interface News {
  text: string
  tone: 'calm' | 'success' | 'danger'
}

/** What to say of the change from one outbox to the next; the gravest first, and nothing that was said before. */
export function outboxNews(before: readonly OutboxItem[], after: readonly OutboxItem[]): News | null {
  const old = new Map(before.map((item) => [item.id, item.state]))
  const moved = after.filter((item) => old.get(item.id) !== item.state)
  const say = (item: OutboxItem): News => {
    const { text, tone } = stateWords(item)
    return { text: `${text}: “${item.title}”`, tone: tone === 'amber' ? 'calm' : tone }
  }
  const grave = moved.find((item) => item.state === 'needsYou' || item.state === 'notFound')
  if (grave !== undefined) return say(grave)
  const checking = moved.find((item) => item.state === 'checking')
  if (checking !== undefined) return say(checking)
  const saved = moved.filter((item) => item.state === 'saved' && old.has(item.id))
  const [first] = saved
  if (first === undefined) return null
  return saved.length === 1 ? say(first) : { text: `${saved.length} saved`, tone: 'success' }
}

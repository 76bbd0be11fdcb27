// The comment routes of the service, in memory (NOT-03). e2e/ proves the same of the real service.
import { commentPatch, commentWrite, editCommentWithinMs } from '../../../shared/api/comments.ts'
import type { Asked } from './asked.fake.ts'

type FakeComment = {
  id: string
  on: { kind: 'task' | 'record'; id: string }
  by: string
  at: number
  content: string
  mentions: readonly string[]
}

const json = (status: number, body: unknown, replayed?: boolean): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: replayed === undefined ? {} : { 'idempotent-replayed': String(replayed) },
  })
const refusal = (status: number, details?: unknown): Response =>
  json(status, { error: { code: 'refused', message: 'Refused.', details } })

/** @param now epoch milliseconds. @param keys whether it honours `Idempotency-Key` */
export const createCommentService = ({ now, keys }: { now: () => number; keys: 'known' | 'ignored' }) => {
  const comments = new Map<string, FakeComment>()
  const byKey = new Map<string, string>()
  /** Items that are archived or that the person no longer sees. */
  const gone = new Set<string>()
  /** People who do not see the items. */
  const strangers = new Set<string>()
  let made = 0

  const shown = ({ id, on, by, at, content, mentions }: FakeComment) => ({
    id,
    target: on,
    content,
    author: { id: by, name: by, avatarUrl: null },
    mentions: mentions.map((person) => ({ id: person, name: person })),
    createdAt: new Date(at).toISOString(),
    updatedAt: new Date(at).toISOString(),
    editableUntil: null,
    canDelete: true,
  })
  const refusedMention = (mentions: readonly string[] = []): Response | null =>
    mentions.some((person) => strangers.has(person))
      ? refusal(400, [{ path: ['mentions', 0], message: 'This is not a member who sees it.' }])
      : null

  const add = (by: string, on: FakeComment['on'], { body, headers }: Asked): Response => {
    const key = keys === 'ignored' ? null : headers.get('idempotency-key')
    const known = comments.get(byKey.get(key ?? '') ?? '')
    if (known !== undefined) return json(201, { data: shown(known) }, true)
    if (gone.has(on.id)) return refusal(404)
    const { content, mentions = [] } = commentWrite.parse(body)
    const refused = refusedMention(mentions)
    if (refused !== null) return refused
    const comment = { id: `c${(made += 1)}`, on, by, at: now(), content, mentions }
    comments.set(comment.id, comment)
    if (key !== null) byKey.set(key, comment.id)
    return json(201, { data: shown(comment) }, key === null ? undefined : false)
  }

  const write = (by: string, comment: FakeComment, { method, body }: Asked): Response => {
    if (gone.has(comment.on.id)) return refusal(404)
    if (method === 'DELETE') {
      comments.delete(comment.id)
      return json(200, { data: { id: comment.id } })
    }
    if (comment.by !== by || now() > comment.at + editCommentWithinMs) return refusal(403)
    const { content, mentions = comment.mentions } = commentPatch.parse(body)
    const refused = refusedMention(mentions)
    if (refused !== null) return refused
    const changed = { ...comment, content, mentions }
    comments.set(comment.id, changed)
    return json(200, { data: shown(changed) })
  }

  return {
    comments,
    gone,
    strangers,
    /** @returns null for requests of other routes */
    answer: (by: string, asked: Asked): Response | null => {
      const one = /^\/v1\/launcher\/comments\/([^/]+)$/.exec(asked.path)?.[1]
      if (one !== undefined) {
        const comment = comments.get(one)
        return comment === undefined ? refusal(404) : write(by, comment, asked)
      }
      const [, kind, id] = /^\/v1\/launcher\/(task|record)s\/([^/]+)\/comments$/.exec(asked.path) ?? []
      if (id === undefined) return null
      const on = { kind: kind === 'task' ? ('task' as const) : ('record' as const), id }
      if (asked.method === 'POST') return add(by, on, asked)
      const ofItem = [...comments.values()].filter((comment) => comment.on.id === id)
      return json(200, { data: ofItem.toReversed().map(shown), hasMore: false, nextCursor: null })
    },
  }
}

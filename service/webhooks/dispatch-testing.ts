// For tests: states of the dispatch, and what they are made of.
import type { ClaimedDelivery, DueWebhook } from '../store/deliveries.ts'
import { initialState, type Job, type State } from './dispatch.ts'
import { counted } from './in-flight.ts'
import type { Finished } from './settle.ts'

export const now = 10_000

/** Has waited for a second. */
export const due = (workspaceId: string, change: Partial<DueWebhook> = {}): DueWebhook => ({
  workspaceId,
  webhookId: 'whk_1',
  isFailing: false,
  dueAt: now - 1000,
  ...change,
})
export const delivery = (workspaceId: string, eventId = 'evt_1'): ClaimedDelivery => ({
  workspaceId,
  webhook: {
    id: 'whk_1',
    url: 'https://one.example.com/',
    events: ['record.created'],
    description: null,
    secret: 'sealed',
    previousSecret: null,
    status: 'enabled',
    disabledReason: null,
    failingSince: null,
    createdBy: 'usr_1',
    createdAt: 0,
    updatedAt: 0,
  },
  eventId,
  body: '{}',
  attempts: 0,
  claims: 1,
})
export const attempt = (workspaceId: string, eventId?: string): Finished => ({
  claimed: delivery(workspaceId, eventId),
  sent: { kind: 'answered', status: 200, body: '', retryAfter: undefined },
  at: now,
  random: 0.5,
})
export const onTheWay = (...some: [workspaceId: string, count: number][]) =>
  counted(
    new Map(),
    some.flatMap(([workspaceId, count]) =>
      Array.from({ length: count }, (_, each) => ({ workspaceId, webhookId: `whk_busy_${each}` })),
    ),
    1,
  )
export const job = (workspaceId: string, share = 0, change: Partial<Job> = {}): Job => ({
  workspaceId,
  settling: [],
  share,
  beat: 1,
  ...change,
})
export const start = initialState(2)
/** In a beat with a budget of 32. */
export const stateWith = (change: Partial<State>): State => ({
  ...start,
  beat: { ...start.beat, number: 1, left: 32 },
  ...change,
})
export const left = (count: number) => ({ beat: { ...start.beat, number: 1, left: count } })
export const asked = (...workspaceIds: string[]) => ({ asked: new Set(workspaceIds) })

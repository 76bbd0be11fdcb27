// What became of a create that got no answer, looked for in the service (APP-07). Uses the optional routes where they
// are, and search where they are not.
import { type Reply, succeeded } from '../../../shared/errors.ts'
import type { ApiClient } from '../api/api-client.ts'
import type { FoundTask } from '../../../shared/ipc/launcher.ts'
import type { Entry } from './entry.ts'

/** How far two clocks may be apart after the correction that the service's own `Date` header gives. */
const clockSkewMs = 120_000

const sameTitle = (one: string, other: string): boolean => one.trim() === other.trim()

/** @param me the person's id. @param wasSeenBefore whether this task was already known before an instant. */
export const createReconciler = ({
  api,
  me,
  wasSeenBefore,
}: {
  api: Pick<ApiClient, 'tasks' | 'findTasks'>
  me: () => string | null
  wasSeenBefore: (taskId: string, instant: number) => boolean
}) => {
  const bySearch = async (
    entry: Entry,
    isNew: (id: string) => boolean,
  ): Promise<Reply<readonly FoundTask[]>> => {
    const title = entry.title.trim()
    // A shorter query is refused; nothing can be found out then.
    if (title.length < 2) return succeeded([])
    const reply = await api.findTasks(title.slice(0, 200))
    if (!reply.ok) return reply
    return succeeded(
      reply.value
        .filter((one) => sameTitle(one.title, title) && isNew(one.id))
        .map(({ id, webUrl }) => ({ id, webUrl, createdAt: null })),
    )
  }

  return {
    findCreated: async (entry: Entry, claimed: ReadonlySet<string>): Promise<Reply<readonly FoundTask[]>> => {
      const since = (entry.unconfirmedSince ?? entry.sentAt ?? entry.createdAt) - clockSkewMs
      const isNew = (id: string): boolean => !claimed.has(id) && !wasSeenBefore(id, entry.createdAt)
      const reply = await api.tasks()
      if (!reply.ok) return reply.error.kind === 'notFound' ? bySearch(entry, isNew) : reply
      return succeeded(
        reply.value.items
          .filter(
            ({ id, title, createdBy, createdAt }) =>
              createdBy === me() &&
              sameTitle(title, entry.title) &&
              Date.parse(createdAt) >= since &&
              isNew(id),
          )
          .map(({ id, webUrl, createdAt }) => ({ id, webUrl, createdAt })),
      )
    },
  }
}

// Looks for the task of a create that got no answer (APP-07). Lists tasks, or searches where the service has no list route.
import { type Reply, succeeded } from '../../../shared/errors.ts'
import type { ApiClient } from '../api/client.ts'
import type { FoundTask } from '../../../shared/ipc/launcher.ts'
import type { Entry } from './entry.ts'

/** The clock difference that remains after the correction by the service's `Date` header. */
const clockSkewMs = 120_000

const sameTitle = (one: string, other: string): boolean => one.trim() === other.trim()

/** @param me the id of the user. @param wasSeenBefore whether the task was in the cache before that time */
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
    // The service refuses shorter queries.
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

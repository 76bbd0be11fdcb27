// Reads a list field of tasks that their view does not show. A list is replaced as a whole, so its change needs the current one.
import { useQueries } from '@tanstack/react-query'
import type { TaskFields } from '../../../shared/api/launcher/tasks.ts'
import type { OutboxItem } from '../../../shared/ipc/launcher.ts'
import { fieldsOf } from '../../../shared/task-fields.ts'
import { call, reasonOf } from '../../state/bridge.ts'
import { keys, useOutbox } from '../../state/queries.ts'
import type { SeenTask } from '../../writes/change-tasks.ts'
import { fieldsOver, isPending } from '../../writes/pending.ts'
import { errorWords } from '../../ui/error-words.ts'

/** The writes of a task that an answer from `fetchedAt` lacks. */
const writesOf = (id: string, items: readonly OutboxItem[], fetchedAt: number): TaskFields =>
  fieldsOver(
    items.filter((item) => item.kind === 'updateTask' && item.taskId === id && isPending(item, fetchedAt)),
  )

/** @returns null instead of the tasks while one of them is read, and if it cannot be read: then with the problem */
export function useTasksWith(
  field: keyof TaskFields,
  seen: readonly SeenTask[],
): { tasks: readonly SeenTask[] | null; problem: string | null } {
  const outbox = useOutbox().data ?? []
  const isKnown = ({ fields }: SeenTask): boolean => Object.hasOwn(fields, field)
  const answers = useQueries({
    queries: seen.map((task) => ({
      queryKey: keys.task(task.id),
      queryFn: () => call('tasks.get', { id: task.id }),
      staleTime: 0,
      gcTime: 0,
      enabled: !isKnown(task),
    })),
  })
  const tasks = seen.flatMap((task, at): SeenTask[] => {
    const { data, dataUpdatedAt = 0 } = answers[at] ?? {}
    if (isKnown(task)) return [task]
    if (data === undefined) return []
    return [{ ...task, fields: { ...fieldsOf(data), ...writesOf(task.id, outbox, dataUpdatedAt) } }]
  })
  const error = answers.find((answer) => answer.error !== null)?.error ?? null
  return {
    tasks: tasks.length === seen.length ? tasks : null,
    problem: error === null ? null : errorWords(reasonOf(error)).text,
  }
}

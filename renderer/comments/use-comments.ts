// The comments on an item, page by page, and the draft of a new one.
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { LauncherTask } from '../../shared/api/launcher/tasks.ts'
import type { CommentTarget, CommentText } from '../../shared/ipc/launcher.ts'
import { call } from '../state/bridge.ts'
import { keys, useOutbox, useSession, useTaskOptions } from '../state/queries.ts'
import { mentionable } from './mentions.ts'
import { shownComments } from './shown-comments.ts'

export type Commented = CommentTarget & { title: string }

const none: CommentText = { content: '', mentions: [] }

/** The task as the pane has read it; undefined for a record, and where the launcher does not know the task. */
function useTaskAsSeen(kind: CommentTarget['kind'], id: string): LauncherTask | undefined {
  const detail = (from: 'cache' | 'service') => ({
    queryKey: keys.detail(kind, id, from),
    queryFn: () => call('items.detail', { kind, id, from }),
    // The pane asks the service.
    enabled: kind === 'task' && from === 'cache',
  })
  const cached = useQuery(detail('cache')).data
  const live = useQuery(detail('service')).data
  return live?.task ?? cached?.task ?? undefined
}

export function useComments({ kind, id }: Commented, now: Date) {
  const pages = useInfiniteQuery({
    queryKey: keys.comments(kind, id),
    queryFn: ({ pageParam }) => call('comments.list', { on: { kind, id }, cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  })
  const outbox = useOutbox().data ?? []
  const session = useSession().data
  const options = useTaskOptions().data
  const task = useTaskAsSeen(kind, id)
  const me = session?.kind === 'signedIn' ? session.account.user : undefined
  const known = pages.data?.pages ?? []
  return {
    pages,
    isCached: known.some(({ source }) => source === 'cached'),
    comments: shownComments(
      known.flatMap(({ comments }) => comments),
      outbox,
      {
        itemId: id,
        myName: me?.name ?? '',
        fetchedAt: pages.dataUpdatedAt,
        now: now.getTime(),
      },
    ),
    people:
      options?.capabilities?.includes('mentions') === true
        ? mentionable(options.members, options.me, task)
        : [],
  }
}

/** The text of a new comment. It survives the window, and is deleted once the comment is in the outbox. */
export function useCommentDraft({ kind, id, title }: Commented) {
  const client = useQueryClient()
  const key = `comment:${kind}:${id}`
  const [text, setText] = useState(none)
  const isTyped = useRef(false)
  const isKept = useRef(false)
  useEffect(() => {
    call('drafts.get', { key }).then(
      (draft) => {
        if (isTyped.current || draft === null) return
        isKept.current = true
        setText({ content: draft.text, mentions: draft.comment?.mentions ?? [] })
      },
      // It stays on the disk.
      () => undefined,
    )
  }, [key])
  const type = useCallback(
    (next: CommentText): void => {
      isTyped.current = true
      setText(next)
      const { content, mentions } = next
      const draft =
        content.trim() === '' ? null : { text: content, comment: { title, mentions: [...mentions] } }
      const isOther = isKept.current !== (draft !== null)
      isKept.current = draft !== null
      call('drafts.set', { key, draft }).then(
        () => (isOther ? client.invalidateQueries({ queryKey: keys.drafts }) : undefined),
        // The text is still on the screen, and the main process has logged the error.
        () => undefined,
      )
    },
    [client, key, title],
  )
  return { text, type, clear: useCallback(() => type(none), [type]) }
}

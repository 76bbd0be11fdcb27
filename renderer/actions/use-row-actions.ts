// The actions of a row.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { say } from '../../shared/language.ts'
import { call } from '../state/bridge.ts'
import {
  failLoudly,
  hideLater,
  askToSignOut,
  goTo,
  select,
  tell,
  type,
  usePaletteStore,
} from '../state/store.ts'
import { type SeenTask, seenInRow, toggleDone } from '../writes/change-tasks.ts'
import { undo } from '../writes/undo.ts'
import { keys, useObjects, useTaskOptions } from '../state/queries.ts'
import { copyText } from '../ui/clipboard.ts'
import { type ActionId, joinsByEnter } from './actions.ts'
import type { Command } from './commands.ts'
import { joinMeeting, joinNext, openInBrowser } from '../items/open.ts'
import { takeFirstStep } from '../items/first-steps.ts'
import { keepQuery, rowCache, syncCache } from '../items/row-cache.ts'
import { isEditable } from '../items/pending-rows.ts'
import { fieldsOfRow, firstField } from '../items/detail.ts'
import { keyOf, type PaletteRow, seenOf } from '../items/rows.ts'
import { type Scope, searchedIn } from '../state/query.ts'

const openDraft = (key: string, title: string): void => {
  const [kind, id] = [key.split(':')[0], key.slice(key.indexOf(':') + 1)]
  if (kind === 'edit') goTo({ kind: 'editTask', id, title })
  else if (kind === 'newTask') goTo({ kind: 'newTask', start: { resume: key } })
  else goTo({ kind: 'capture', draft: key })
}

export const copyContact = (row: PaletteRow, kind: 'email' | 'phone'): void => {
  const { title } = row
  const value = row.type === 'item' ? firstField(fieldsOfRow(row.row), kind)?.value : undefined
  if (value === undefined)
    return tell(say(kind === 'email' ? 'contact.noEmail' : 'contact.noPhone', { title }))
  void copyText(value).then(() => tell(say('contact.copied', { value }), 'success'))
}

/** @param targets the tasks that a change applies to, if they are not the row alone */
type RunAction = (id: ActionId, row: PaletteRow | null, targets?: readonly SeenTask[]) => void

/** Actions on the found row itself. The other actions do not depend on it. */
const aboutTheRow: ReadonlySet<ActionId> = new Set([
  'open',
  'openInBrowser',
  'join',
  'edit',
  'toggleDone',
  'newTaskWith',
  'browseObject',
  'copyTitle',
  'copyLink',
  'copyEmail',
  'copyPhone',
])

/** Actions that choose the found row. Each one is recorded as "typed this, chose that". */
const goesToTheRow: ReadonlySet<ActionId> = new Set(['open', 'openInBrowser', 'join', 'edit'])

const remember = (row: PaletteRow): void => {
  const seen = seenOf(row)
  // A failure to record the visit must not prevent opening the row.
  if (seen !== null)
    call('search.chose', { typed: searchedIn(usePaletteStore.getState().query), ...seen }).catch(
      () => undefined,
    )
}

export function useRowActions(options: {
  refresh: () => void
  help: () => void
  /** Continues in this scope. */
  scopeTo: (scope: Scope) => void
  actions: () => void
  why: () => void
  /** The ranking of rows has changed. */
  reordered: () => void
  togglePane: () => void
}): RunAction {
  const { refresh, help, scopeTo, actions, why, reordered, togglePane } = options
  const client = useQueryClient()
  const statuses = useTaskOptions().data?.statuses
  const objects = useObjects().data

  const runCommand = useCallback(
    (command: Command): void => {
      switch (command.id) {
        case 'newTask':
          return goTo({ kind: 'newTask', start: {} })
        case 'capture':
        case 'brief':
        case 'outbox':
        case 'settings':
        case 'addCalendar':
          return goTo({ kind: command.id })
        case 'browse':
          return scopeTo('objects')
        case 'keys':
          return help()
        case 'searchTasks':
          return scopeTo('tasks')
        case 'searchRecords':
          return scopeTo('records')
        case 'searchMeetings':
          return scopeTo('meetings')
        case 'actions':
          return actions()
        case 'detail':
          return togglePane()
        case 'join':
          return joinNext()
        case 'rescheduleOverdue':
          return goTo({ kind: 'brief', asks: 'reschedule' })
        case 'undo':
          return undo()
        case 'refresh':
          return refresh()
        case 'developerSettings':
          return void call('developerSettings.open').then(hideLater(), failLoudly)
        case 'signOut':
          return askToSignOut()
        case 'quit':
          call('app.quit').catch(failLoudly)
      }
    },
    [actions, help, refresh, scopeTo, togglePane],
  )

  /** Sends the correction to the main process, then shows the new order. */
  const correct = useCallback(
    (asked: Promise<undefined>, words: string): void => {
      asked.then(async () => {
        await syncCache()
        reordered()
        void client.invalidateQueries({ queryKey: keys.home })
        tell(words)
      }, failLoudly)
    },
    [client, reordered],
  )

  const open = useCallback(
    (row: PaletteRow): void => {
      switch (row.type) {
        case 'item':
          if (row.row.kind === 'task') goTo({ kind: 'editTask', id: row.row.id, title: row.title })
          else if (row.row.kind === 'member')
            goTo({ kind: 'newTask', start: { assignee: { id: row.row.id, title: row.title } } })
          else if (joinsByEnter(row.row)) joinMeeting(row.row.id)
          else openInBrowser(row.row)
          return
        case 'command':
          return runCommand(row.command)
        case 'object':
          return goTo({ kind: 'browse', object: row.object })
        case 'create':
          return goTo({ kind: 'capture', text: row.text })
        case 'widen':
          return type(row.query, null)
        case 'captured': {
          const { id: replaces, title, fields } = row.item
          return goTo(
            isEditable(row.item)
              ? { kind: 'newTask', start: { again: { fields: { title, ...fields }, replaces } } }
              : { kind: 'outbox' },
          )
        }
        case 'outbox':
          return goTo({ kind: 'outbox' })
        case 'firstStep':
          return takeFirstStep(row.step)
        case 'draft':
          return openDraft(row.of, row.title)
      }
    },
    [runCommand],
  )

  return useCallback(
    (id: ActionId, row: PaletteRow | null, targets?: readonly SeenTask[]): void => {
      const item = row?.type === 'item' ? row.row : null
      if (row !== null && aboutTheRow.has(id)) {
        keepQuery()
        // The row is selected again on the return from what it opens.
        select(row.key)
      }
      if (row !== null && goesToTheRow.has(id)) remember(row)
      switch (id) {
        case 'open':
          return row === null ? undefined : open(row)
        case 'openInBrowser':
          if (row === null) return
          // A row without a web page, for example a person, opens as with Enter.
          return item === null || item.webUrl === '' ? open(row) : openInBrowser(item)
        case 'join':
          if (item?.kind !== 'meeting') return tell(say('said.noMeeting'))
          return (item.meeting?.joinUrl ?? '') === ''
            ? tell(say('said.noLink', { title: item.title }))
            : joinMeeting(item.id)
        case 'edit':
          if (row?.type === 'captured') return open(row)
          return item?.kind === 'task'
            ? goTo({ kind: 'editTask', id: item.id, title: item.title })
            : undefined
        case 'toggleDone': {
          const tasks = targets ?? (item?.kind === 'task' ? [seenInRow(item)] : [])
          return tasks.length === 0 ? undefined : void toggleDone(tasks, statuses ?? [])
        }
        case 'newTask':
          return goTo({ kind: 'newTask', start: { title: usePaletteStore.getState().query.trim() } })
        case 'newTaskWith':
          if (item === null) return
          return goTo({
            kind: 'newTask',
            start:
              item.kind === 'meeting'
                ? { meeting: { id: item.id, title: item.title } }
                : { record: { id: item.id, title: item.title } },
          })
        case 'browseObject': {
          const object = objects?.find(({ slug }) => slug === item?.record?.objectTypeSlug)
          return object === undefined ? undefined : goTo({ kind: 'browse', object })
        }
        case 'copyTitle':
          if (row !== null) void copyText(row.title).then(() => tell(say('common.titleCopied')))
          return
        case 'copyLink':
          if (item !== null) void copyText(item.webUrl).then(() => tell(say('common.linkCopied')))
          return
        case 'copyEmail':
        case 'copyPhone':
          return row === null ? undefined : copyContact(row, id === 'copyEmail' ? 'email' : 'phone')
        case 'discardDraft':
          if (row?.type !== 'draft') return
          call('drafts.set', { key: row.of, draft: null }).then(
            () => client.invalidateQueries({ queryKey: keys.drafts }),
            failLoudly,
          )
          return
        case 'refresh':
          return refresh()
        case 'why':
          return row === null ? undefined : why()
        case 'pin': {
          const seen = row === null ? null : seenOf(row)
          if (row === null || seen === null) return
          const pinned = !rowCache.useOf(keyOf(seen)).pinned
          return correct(
            call('search.pin', { ...seen, pinned }),
            say(pinned ? 'said.pinned' : 'said.unpinned', { title: row.title }),
          )
        }
        case 'forget': {
          const seen = row === null ? null : seenOf(row)
          if (row === null || seen === null) return
          return correct(call('search.forget', seen), say('said.forgot', { title: row.title }))
        }
        case 'settings':
          return goTo({ kind: 'settings' })
        case 'help':
          return help()
      }
    },
    [client, correct, help, objects, open, refresh, statuses, why],
  )
}

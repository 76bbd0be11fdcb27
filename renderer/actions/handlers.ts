// Handlers of actions that take more than a line of the table.
import type { QueryClient } from '@tanstack/react-query'
import type { Row } from '../../shared/ipc/launcher.ts'
import type { BriefNotification, ObjectSummary } from '../../shared/api/launcher/search.ts'
import type { TaskOptions } from '../../shared/api/launcher/tasks.ts'
import { say } from '../../shared/language.ts'
import { canBeRead } from '../../shared/notification-words.ts'
import { endOfDay } from '../../shared/dates/format.ts'
import { markRead } from '../items/notifications.ts'
import { joinMeeting, joinNext, openInBrowser } from '../items/open.ts'
import { editRecordTitle } from '../items/record-offers.ts'
import { objectRow, type PaletteRow } from '../items/rows.ts'
import { call } from '../state/bridge.ts'
import { keys } from '../state/queries.ts'
import { askForComments, showComments, showError, goTo, showNotice, usePaletteStore } from '../state/store.ts'
import { archiveRecord, type NamedRecord, restoreRecord } from '../writes/change-records.ts'
import { changeTasks, deleteTasks } from '../writes/change-tasks.ts'
import type { Context } from './action.ts'
import { joinsByEnter, openRow } from './open-row.ts'

export const itemOf = (row: PaletteRow | null): Row | null => (row?.type === 'item' ? row.row : null)

/** A row without a web page, for example a person, opens as with Enter. */
export const openRowInBrowser = (context: Context): void => {
  const item = itemOf(context.row)
  if (context.row === null) return
  if (item === null || (item.webUrl === '' && context.view === 'palette')) openRow(context)
  else openInBrowser(item)
  const one = notificationOf(context.row)
  if (one !== undefined && canBeRead(one)) markRead(context.client, one)
}

export const notificationOf = (row: PaletteRow | null): BriefNotification | undefined =>
  row?.type === 'item' ? row.notification : undefined

export const markRowRead = ({ row, client, host }: Context): void => {
  const one = notificationOf(row)
  if (one === undefined) return showNotice(say('notifications.selectOne'))
  if (canBeRead(one)) host.moveOn?.()
  markRead(client, one)
}

const linkOf = (row: PaletteRow | null): string => itemOf(row)?.meeting?.joinUrl ?? ''

/** Whether Join stands beside Enter, which opens the meeting. */
export const mayJoin = ({ view, row }: Context): boolean => {
  const item = itemOf(row)
  return view === 'palette' && item?.kind === 'meeting' && !joinsByEnter(item) && linkOf(row) !== ''
}

/** Joins the meeting of the row, otherwise the one that runs or comes next today. */
export const joinRow = ({ view, row, isInPane }: Context): void => {
  const item = itemOf(row)
  // The next meeting is selected without being chosen. Without a link, another one may be joined.
  const isNext = row?.type === 'item' && row.join === 'next'
  const lacksLink = isInPane !== true && linkOf(row) === ''
  if (item?.kind !== 'meeting' || (isNext && lacksLink)) return joinNext()
  if (view === 'palette' && lacksLink) return showNotice(say('said.noLink', { title: item.title }))
  joinMeeting(item.id)
}

/** The record of a row, and whether its object can be written; undefined where the service does not say so. */
const recordIn = ({
  row,
  objects,
}: Context): { record: NamedRecord; object: ObjectSummary | undefined } | null => {
  const item = itemOf(row)
  const objectSlug = item?.record?.objectTypeSlug
  if (item?.kind !== 'record' || objectSlug === undefined) return null
  const { id, title } = item
  return { record: { id, title, objectSlug }, object: objects.find(({ slug }) => slug === objectSlug) }
}

export const mayWriteRecord = (context: Context): boolean => recordIn(context)?.object?.canWrite === true

/** Runs a write of the record, or says why there is none. */
const onRecord = (context: Context, write: (record: NamedRecord) => void): void => {
  const found = recordIn(context)
  if (found === null) return
  if (found.object?.canWrite === true) return write(found.record)
  const { object } = found
  showNotice(
    object?.canWrite === false
      ? say('record.mayNot', { objects: object.pluralName })
      : say('records.unsupported'),
  )
}

export const archiveRow = (context: Context): void => onRecord(context, archiveRecord)
export const restoreRow = (context: Context): void => onRecord(context, restoreRecord)

/** Begins with what the service offers, which is asked for where it is not known yet. */
export const withOptions = (client: QueryClient, begin: (options: TaskOptions) => void): void => {
  const options = client.getQueryData<TaskOptions>(keys.options)
  if (options === undefined) call('tasks.options').then(begin, showError)
  else begin(options)
}

/** Opens the comments on the row, with the focus in their field. */
export const commentOn = ({ row, view, client }: Context): void => {
  const item = itemOf(row)
  if (row === null || (item?.kind !== 'task' && item?.kind !== 'record'))
    return showNotice(say('comments.noItem'))
  const { kind, id, title } = item
  const begin = ({ capabilities = [] }: TaskOptions): void => {
    if (!capabilities.includes('comments')) showNotice(say('comments.unsupported'))
    else if (view === 'brief') showComments({ kind, id, title })
    else askForComments(row.key)
  }
  withOptions(client, begin)
}

/** Whether the service has subtasks; false until its options are known (APP-11). */
export const hasSubtasks = ({ client }: Context): boolean =>
  client.getQueryData<TaskOptions>(keys.options)?.capabilities?.includes('subtasks') === true

/** The form of a new task below the task of the row. */
export const addSubtask = (context: Context): void => {
  const item = itemOf(context.row)
  if (item?.kind !== 'task') return showNotice(say('taskAction.noTask'))
  const begin = ({ capabilities = [] }: TaskOptions): void => {
    if (!capabilities.includes('subtasks')) return showNotice(say('subtasks.unsupported'))
    goTo({ kind: 'newTask', start: { parent: { id: item.id, title: item.title } } })
  }
  withOptions(context.client, begin)
}

/** A new record of the object that the command names. */
export const newRecord = ({ row }: Context): void => {
  const object = row?.type === 'command' ? row.command.object : undefined
  if (object !== undefined) goTo({ kind: 'newRecord', start: { objectSlug: object.slug } })
}

/** The name of the form, for the row's record. */
export const editTitle = (context: Context): string =>
  itemOf(context.row)?.kind === 'record' ? editRecordTitle(recordIn(context)?.object) : say('common.editTask')

/** The object of a record, with the title of the row that browses it. */
export const objectOf = ({ row, objects }: Context): { object: ObjectSummary; title: string } | null => {
  const object = objects.find(({ slug }) => slug === itemOf(row)?.record?.objectTypeSlug)
  return object === undefined ? null : { object, title: objectRow(object).title }
}

export const newTaskWith = ({ row }: Context): void => {
  const item = itemOf(row)
  if (item === null) return
  const { id, title } = item
  goTo({
    kind: 'newTask',
    start: item.kind === 'meeting' ? { meeting: { id, title } } : { record: { id, title } },
  })
}

/** A new task: with the record that is browsed, or with the typed text as its title. */
export const newTask = (context: Context): void => {
  const { view, row } = context
  if (view === 'browse') return newTaskWith(context)
  const title =
    view === 'palette' && row?.type !== 'command' ? usePaletteStore.getState().query.trim() : undefined
  goTo({ kind: 'newTask', start: title === undefined ? {} : { title } })
}

export const editRow = (context: Context): void => {
  if (context.row?.type === 'captured' || itemOf(context.row)?.kind === 'task') return openRow(context)
  onRecord(context, ({ id, title }) => goTo({ kind: 'editRecord', id, title }))
}

/** Deletes tasks, or archives the record of the row. */
export const deleteOrArchive = (context: Context): void => {
  if (context.tasks.length > 0) void deleteTasks(context.tasks)
  else if (itemOf(context.row)?.kind === 'record') archiveRow(context)
  else showNotice(say('taskAction.noTask'))
}

export const moveToTomorrow = ({ tasks, host }: Context): void => {
  if (tasks.length === 0) return
  host.moveOn?.()
  const tomorrow = new Date()
  tomorrow.setDate(tomorrow.getDate() + 1)
  const dueDate = endOfDay(tomorrow).toISOString()
  void changeTasks(tasks, { dueDate }, (title) => say('brief.saidTomorrow', { title }))
}

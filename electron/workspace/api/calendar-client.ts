// The client of the calendar routes. Addresses and files pass through: nothing of them is logged, queued or kept (CAL-01).
import {
  type Calendar,
  calendarAddressesResponse,
  type CalendarPatch,
  type CalendarPreview,
  calendarPreviewResponse,
  calendarResponse,
  calendarsResponse,
  type CalendarVisibility,
} from '../../../shared/api/launcher/calendars.ts'
import { failed, type Reply, succeeded } from '../../../shared/errors.ts'
import { say } from '../../../shared/language.ts'
import { type Ask, data, inZone } from './request.ts'

export type CalendarSource = { url: string } | { file: Uint8Array }
type NewCalendar = {
  name?: string | undefined
  color?: string | null | undefined
  visibility?: CalendarVisibility | undefined
}

export type CalendarClient = {
  /** Null: the service has no calendars (APP-11). */
  list: () => Promise<Reply<Calendar[] | null>>
  /** A newer preview aborts this one. */
  preview: (source: CalendarSource) => Promise<Reply<CalendarPreview>>
  add: (source: CalendarSource, about: NewCalendar) => Promise<Reply<Calendar>>
  change: (id: string, change: CalendarPatch) => Promise<Reply<Calendar>>
  remove: (id: string) => Promise<Reply<Calendar>>
  readNow: (id: string) => Promise<Reply<Calendar>>
  addresses: () => Promise<Reply<string[]>>
  setAddresses: (addresses: string[]) => Promise<Reply<string[]>>
}

const root = '/v1/launcher/calendars'
const addressesPath = '/v1/launcher/calendar-addresses'

/** The service fetches for up to 30 seconds and reads for up to 30 more. */
const readingMs = 75_000

/**
 * The text of a file: UTF-16 by its first two bytes, otherwise UTF-8, or Windows-1252 where it is not. Old producers fold lines inside a character, so lines are
 * unfolded as bytes (RFC 5545, 3.1).
 */
export const textOf = (file: Uint8Array): string => {
  const mark = (file[0] ?? 0) * 256 + (file[1] ?? 0)
  if (mark === 0xff_fe || mark === 0xfe_ff)
    return new TextDecoder(mark === 0xff_fe ? 'utf-16le' : 'utf-16be').decode(file)
  const unfolded = Buffer.from(
    Buffer.from(file.buffer, file.byteOffset, file.byteLength)
      .toString('latin1')
      .replaceAll(/\r?\n[ \t]/g, ''),
    'latin1',
  )
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(unfolded)
  } catch {
    return new TextDecoder('windows-1252').decode(unfolded)
  }
}

const bodyOf = (source: CalendarSource): { url: string } | { ics: string } =>
  'url' in source ? { url: source.url } : { ics: textOf(source.file) }

/** A route that is not there answers as a calendar that is not there. */
const unlessUnsupported = <T>(reply: Reply<T>): Reply<T> =>
  !reply.ok && reply.error.kind === 'notFound'
    ? failed({ kind: 'notFound', message: say('calendars.unsupported') })
    : reply

/** @param onChanged meetings may have changed */
export const createCalendarClient = ({
  ask,
  onRemoved,
  onChanged,
}: {
  ask: Ask
  onRemoved: (calendarId: string) => void
  onChanged: () => void
}): CalendarClient => {
  const pathOf = (id: string, rest = ''): string => `${root}/${encodeURIComponent(id)}${rest}`
  const changing = <T>(reply: Reply<T>): Reply<T> => {
    if (reply.ok) onChanged()
    return reply
  }
  return {
    list: async () => {
      const reply = await ask({ effect: 'read', path: root, answer: calendarsResponse })
      if (!reply.ok && reply.error.kind === 'notFound') return succeeded(null)
      return data(reply)
    },
    preview: async (source) =>
      unlessUnsupported(
        data(
          await ask({
            effect: 'read',
            method: 'POST',
            timeoutMs: readingMs,
            path: `${root}/preview`,
            headers: inZone(),
            body: bodyOf(source),
            key: 'calendarPreview',
            answer: calendarPreviewResponse,
          }),
        ),
      ),
    add: async (source, about) =>
      changing(
        unlessUnsupported(
          data(
            await ask({
              effect: 'create',
              timeoutMs: readingMs,
              path: root,
              headers: inZone(),
              body: { ...about, ...bodyOf(source) },
              answer: calendarResponse,
            }),
          ),
        ),
      ),
    change: async (id, change) =>
      changing(
        data(
          await ask({
            effect: 'update',
            timeoutMs: readingMs,
            path: pathOf(id),
            body: change,
            answer: calendarResponse,
          }),
        ),
      ),
    remove: async (id) => {
      const removed = data(await ask({ effect: 'archive', path: pathOf(id), answer: calendarResponse }))
      if (removed.ok) onRemoved(id)
      return changing(removed)
    },
    readNow: async (id) =>
      changing(
        data(
          await ask({
            effect: 'update',
            method: 'POST',
            timeoutMs: readingMs,
            path: pathOf(id, '/read'),
            answer: calendarResponse,
          }),
        ),
      ),
    addresses: async () => {
      const reply = data(
        await ask({ effect: 'read', path: addressesPath, answer: calendarAddressesResponse }),
      )
      if (reply.ok) return succeeded(reply.value.addresses)
      return reply.error.kind === 'notFound' ? succeeded([]) : reply
    },
    setAddresses: async (addresses) => {
      const reply = changing(
        data(
          await ask({
            effect: 'update',
            method: 'PUT',
            path: addressesPath,
            body: { addresses },
            answer: calendarAddressesResponse,
          }),
        ),
      )
      return reply.ok ? succeeded(reply.value.addresses) : reply
    },
  }
}

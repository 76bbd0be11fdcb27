// `svc calendar add`, `list`, `read` and `remove`: the calendars of a member (CAL-09).
import { readFile, stat } from 'node:fs/promises'
import { z } from 'zod'
import { addCalendar, dropCalendar, ownCalendarIn, type CalendarDeps } from '../calendars/calendar-write.ts'
import { presentCalendar } from '../calendars/calendars.routes.ts'
import { createCalendars } from '../calendars/calendars.ts'
import { maxFileLength } from '../../shared/api/launcher/calendars.ts'
import type { Store } from '../db/store.ts'
import { storeError } from '../base/store-error.ts'
import { missingKeyOf, openSeal } from '../sealing/sealing-keys.ts'
import { knownZone } from '../meetings/reader-days.rules.ts'
import { operatorError } from '../base/operator-error.ts'
import { asFileError } from '../base/file-error.ts'
import { memberOf } from '../operator/members.ts'
import { workspaceOf } from '../operator/workspaces.ts'
import { createLog } from '../base/service-log.ts'
import {
  emailOption,
  nameOption,
  pathOption,
  sealingKeyOption,
  slugOption,
  withStore,
  withUnchangedStore,
  workspaceOption,
  type Arguments,
  type Command,
  type Option,
} from './command.ts'
import { calendarsOfPerson } from '../calendars/calendars.store.ts'

const whose = {
  workspace: workspaceOption,
  as: { value: 'EMAIL', help: 'the member whose calendars they are' },
}
const reading: Record<string, Option> = {
  'allow-private-calendars': { help: 'read http URLs and private addresses too, as the option of svc serve' },
  'sealing-key-file': sealingKeyOption,
}

const urlOption = z.string().trim().min(1).max(2048).describe('an address of at most 2048 characters')
const colorOption = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i)
  .describe('a color like #3b82f6')
const visibilityOption = z.enum(['private', 'busy', 'details']).describe('private, busy or details')
const zoneOption = z
  .string()
  .refine((text) => knownZone(text) !== null)
  .describe('a time zone like Europe/Berlin')

type Owner = { workspaceId: string; ownerId: string }

const ownerIn = (store: Store, args: Arguments): Promise<Owner> => {
  const slug = args.required('workspace', slugOption)
  const email = args.required('as', emailOption)
  return store.read(async (tx) => {
    const workspace = await workspaceOf(tx, slug)
    return { workspaceId: workspace.id, ownerId: (await memberOf(tx, workspace, email)).personId }
  })
}

/** Beside a running service, and without its timer. Reading needs the sealing keys of that service. */
const withCalendars = (
  args: Arguments,
  purpose: 'read' | 'remove',
  run: (deps: CalendarDeps, owner: Owner) => Promise<object>,
): Promise<object> =>
  withStore(args, async (store) => {
    const owner = await ownerIn(store, args)
    const now = Date.now
    const file = purpose === 'read' ? args.optional('sealing-key-file', pathOption) : undefined
    const seal = openSeal({ file })
    const missing = purpose === 'read' ? await missingKeyOf(store, seal, now()) : undefined
    if (missing !== undefined) throw storeError('sealing_key_wrong', missing)
    const network = args.has('allow-private-calendars') ? 'any host' : 'public hosts'
    const log = createLog('silent')
    const calendars = createCalendars({ store, now, seal, log, network, pollMilliseconds: null })
    try {
      return await run({ store, now, calendars }, owner)
    } finally {
      await calendars.close()
    }
  })

async function readBytes(file: string): Promise<Uint8Array> {
  try {
    if ((await stat(file)).size > maxFileLength)
      throw operatorError('calendar_too_large', `The file ${file} is larger than 20 MB.`)
    return await readFile(file)
  } catch (error) {
    throw asFileError(error, file)
  }
}

const gone = (id: string) => operatorError('not_found', `There is no calendar \`${id}\` of this member.`)

export const calendarAdd: Command = {
  name: 'calendar add',
  summary: 'Add a calendar of a member and read it: an address that is read again and again, or a file once.',
  options: {
    ...whose,
    url: { value: 'URL', secret: true, help: 'its address: https or webcal. It is sealed and never shown' },
    file: { value: 'FILE', help: 'an .ics file, instead of an address' },
    name: { value: 'NAME', help: 'its name (default: the one that the calendar has)' },
    color: { value: 'COLOR', help: 'a color like #3b82f6' },
    visibility: {
      value: 'WHAT',
      help: 'what others see of its meetings: private, busy (the default) or details',
    },
    'time-zone': { value: 'ZONE', help: 'the zone of times that name none (default: that of this computer)' },
    ...reading,
  },
  example: 'svc calendar add --workspace acme --as ada@acme.test --url https://calendar.example.com/ada.ics',
  async run(args) {
    const url = args.optional('url', urlOption)
    const file = args.optional('file', pathOption)
    if ((url === undefined) === (file === undefined))
      throw operatorError('bad_option', 'Give either --url or --file. See: svc calendar add --help')
    const name = args.optional('name', nameOption)
    const wish = {
      ...(url !== undefined && { url }),
      ...(name !== undefined && { name }),
      color: args.optional('color', colorOption) ?? null,
      visibility: args.optional('visibility', visibilityOption) ?? ('busy' as const),
      zone: args.optional('time-zone', zoneOption) ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    }
    const ics = file === undefined ? undefined : await readBytes(file)
    return withCalendars(args, 'read', async (deps, owner) => {
      const added = await addCalendar(deps, owner, { ...wish, ...(ics && { ics }) })
      if (!added.ok) throw operatorError(added.code, added.message)
      return presentCalendar(added.value)
    })
  },
}

export const calendarList: Command = {
  name: 'calendar list',
  summary: 'List the calendars of a member, oldest first.',
  options: whose,
  example: 'svc calendar list --workspace acme --as ada@acme.test --human',
  run: (args) =>
    withUnchangedStore(args, async (store) => {
      const { workspaceId, ownerId } = await ownerIn(store, args)
      const found = await store.read((tx) => calendarsOfPerson(tx, workspaceId, ownerId))
      return { calendars: found.map(presentCalendar) }
    }),
}

export const calendarRead: Command = {
  name: 'calendar read',
  operand: '<ID>',
  summary: 'Read a calendar now. A file stays as it is.',
  options: { ...whose, ...reading },
  partly: {
    help: 'the calendar could not be read; `problem` says why. Its meetings stay',
    is: (answer) => 'problem' in answer && answer.problem !== null,
  },
  example: 'svc calendar read cal_01hx --workspace acme --as ada@acme.test',
  run: (args) =>
    withCalendars(args, 'read', async ({ store, calendars }, owner) => {
      const own = await store.read((tx) => ownCalendarIn(tx, owner, args.operand))
      // Not noted at the calendar: the service may be allowed what this process is not.
      const fault = own && (await calendars.unsafeAddress(own))
      if (fault !== undefined) throw operatorError('unsafe_url', fault)
      const read = own?.kind === 'subscription' ? await calendars.readNow(own.workspaceId, own.id) : own
      if (!read) throw gone(args.operand)
      return presentCalendar(read)
    }),
}

export const calendarRemove: Command = {
  name: 'calendar remove',
  operand: '<ID>',
  summary: 'Remove a calendar and the meetings that only it has, with the links of tasks to them.',
  options: whose,
  example: 'svc calendar remove cal_01hx --workspace acme --as ada@acme.test',
  run: (args) =>
    withCalendars(args, 'remove', async (deps, owner) => {
      const removed = await dropCalendar(deps, owner, args.operand)
      if (!removed) throw gone(args.operand)
      return { ...presentCalendar(removed), removed: true }
    }),
}

// One calendar: what is known of it, its name, color and visibility, reading it now, another address, removing it.
import { z } from 'zod'
import type { CalendarPatch } from '../../shared/api/launcher/calendars.ts'
import { dropCalendar, ownCalendarIn, prepareChange } from '../calendars/calendar-write.ts'
import { say } from '../language/say.ts'
import { html } from '../oauth/pages/html.ts'
import { done, refuse, type Outcome } from '../base/operator-error.ts'
import { shownName } from '../operator/members.ts'
import {
  color,
  colorField,
  refusedAt,
  url,
  urlField,
  visibility,
  visibilityField,
} from './calendar-fields.ts'
import { stateOf } from './calendars.ts'
import {
  everyone,
  form,
  textOf,
  type FormDeps,
  type FormResult,
  type SiteForm,
  type SitePage,
  type Visit,
} from '../site/kit.ts'
import { confirmed, formOf, hidden, inputField, submit, timeOf } from '../site/parts.ts'

const ownerIn = ({ workspace, person }: Pick<Visit, 'workspace' | 'person'>) => ({
  workspaceId: workspace.id,
  ownerId: person.id,
})

export const calendarPage: SitePage = {
  path: 'calendar',
  title: 'page.settings.calendar',
  under: 'calendars',
  roles: everyone,
  async read(visit) {
    const calendar = await ownCalendarIn(visit.tx, ownerIn(visit), visit.query.get('id') ?? '')
    if (!calendar) return undefined
    const { id, name, host, kind, readAt, nextReadAt, meetingCount } = calendar
    const of = 'change-calendar'
    return {
      title: name,
      body: html`<dl class="facts">
          <dt>${say('calendar.from')}</dt>
          <dd>${host ?? say('calendar.file.once')}</dd>
          <dt>${say('calendar.lastRead')}</dt>
          <dd>${timeOf(visit, readAt, say('calendar.lastRead.never'))}</dd>
          ${
            kind === 'subscription' &&
            html`<dt>${say('calendar.nextRead')}</dt>
              <dd>${timeOf(visit, nextReadAt, say('calendar.nextRead.never'))}</dd>`
          }
          <dt>${say('calendar.meetings')}</dt>
          <dd>${say('calendar.meetings.window', { count: meetingCount })}</dd>
          <dt>${say('calendar.state')}</dt>
          <dd>${stateOf(visit, calendar)}</dd>
        </dl>
        ${kind === 'subscription' && formOf(visit, 'read-calendar', html`${hidden('calendar', id)}${submit(say('calendar.readNow'))}`)}
        <h2>${say('setup.change')}</h2>
        ${formOf(
          visit,
          of,
          html`${hidden('calendar', id)}
          ${inputField(visit, { form: of, name: 'name', label: say('setup.name'), value: name, attributes: html`required maxlength="200" autocomplete="off"` })}
          ${colorField(visit, of, calendar.color)} ${visibilityField(visit, of, calendar.visibility)}
          ${submit(say('setup.save'))}`,
        )}
        ${
          kind === 'subscription' &&
          html`<h2>${say('calendar.newAddress')}</h2>
            ${formOf(visit, 'calendar-address', html`${hidden('calendar', id)} ${urlField(visit, 'calendar-address', say('calendar.newAddress'))} ${submit(say('calendar.newAddress.button'))}`)}`
        }
        <h2>${say('setup.remove')}</h2>
        ${formOf(visit, 'remove-calendar', confirmed(say('setup.remove'), name, { name: 'calendar', value: id, label: say('calendar.remove'), text: say('calendar.remove.text') }))}`,
    }
  },
}

const noCalendar = () => refuse('not_found', say('calendar.absent'))

const toCalendar: SiteForm['back'] = (values) =>
  `calendar?id=${encodeURIComponent(textOf(values, 'calendar'))}`
const calendar = z.string().max(100)

const prepareTo = async (
  { calendars, person, workspace }: FormDeps,
  id: string,
  patch: CalendarPatch,
): Promise<Outcome<(visit: Visit) => Promise<Outcome<FormResult>>>> => {
  const prepared = await prepareChange(calendars, ownerIn({ workspace, person }), id, patch)
  if (!prepared.ok) return refusedAt('url', prepared)
  return done(async ({ tx }) => {
    const written = await prepared.value(tx)
    return written.ok ? done({ after: written.value.finish }) : noCalendar()
  })
}

const change = form({
  path: 'change-calendar',
  roles: everyone,
  back: toCalendar,
  done: 'done.settings.change-calendar',
  fields: z.object({ calendar, name: shownName, color, visibility }),
  prepare: (deps, { calendar: id, ...patch }) => prepareTo(deps, id, patch),
  run: (visit, _fields, write) => write(visit),
})

const changeAddress = form({
  path: 'calendar-address',
  roles: everyone,
  back: toCalendar,
  done: 'done.settings.calendar-address',
  fields: z.object({ calendar, url }),
  prepare: (deps, fields) => prepareTo(deps, fields.calendar, { url: fields.url }),
  run: (visit, _fields, write) => write(visit),
})

const readNow = form({
  path: 'read-calendar',
  roles: everyone,
  back: toCalendar,
  done: 'done.settings.read-calendar',
  fields: z.object({ calendar }),
  async run(visit, fields, _prepared, { calendars: { calendars } }) {
    const own = await ownCalendarIn(visit.tx, ownerIn(visit), fields.calendar)
    if (own?.kind !== 'subscription') return noCalendar()
    return done({ after: () => calendars.readNow(own.workspaceId, own.id) })
  },
})

const remove = form({
  path: 'remove-calendar',
  roles: everyone,
  back: toCalendar,
  done: 'done.settings.remove-calendar',
  fields: z.object({ calendar }),
  async run(visit, fields, _prepared, { calendars }) {
    const owner = ownerIn(visit)
    const own = await ownCalendarIn(visit.tx, owner, fields.calendar)
    if (!own) return noCalendar()
    return done({ to: 'calendars', after: () => dropCalendar(calendars, owner, own.id) })
  },
})

export const calendarForms: readonly SiteForm[] = [change, changeAddress, readNow, remove]

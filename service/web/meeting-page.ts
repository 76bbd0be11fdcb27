// The page of a meeting.
import { html } from '../oauth/pages/html.ts'
import { hiddenMeetingTitle, seesMeetingDetail } from '../tasks/visibility.rules.ts'
import {
  commaList,
  factList,
  instant,
  linkOut,
  recordLinks,
  type ThingReader,
  type Visit,
  wholeDay,
} from './thing-page.ts'

/** A meeting. Of a private one, those who do not attend learn only when it is (LCH-10). */
export const readMeeting: ThingReader = async (visit, id) => {
  const meeting = await visit.tx.meetings.get(visit.workspace.id, id)
  if (!meeting) return undefined
  const when = timesOf(visit, meeting)
  if (!seesMeetingDetail(visit.viewer, meeting)) {
    return { title: hiddenMeetingTitle, tag: 'Private meeting', body: factList(when) }
  }
  return {
    title: meeting.title,
    tag: meeting.isPrivate ? 'Private meeting' : 'Meeting',
    body: html`${factList([
      ...when,
      { label: 'Where', value: meeting.location ?? undefined },
      { label: 'Join', value: meeting.joinUrl === null ? undefined : linkOut(meeting.joinUrl) },
      { label: 'Attendees', value: commaList(meeting.attendees.map(({ name }) => name)) },
      { label: 'Records', value: await recordLinks(visit, meeting.linkedRecordIds) },
    ])}`,
  }
}

const timesOf = (visit: Visit, meeting: { startAt: number; endAt: number; allDay: boolean }) =>
  meeting.allDay
    ? [{ label: 'When', value: `${wholeDay(meeting)}, all day` }]
    : [
        { label: 'Starts', value: instant(visit, meeting.startAt) },
        { label: 'Ends', value: instant(visit, meeting.endAt) },
      ]

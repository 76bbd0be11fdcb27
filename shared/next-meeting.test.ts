import { expect, test } from 'vitest'
import { isMine, joinsNow, meetingToJoin, nextMeeting, nextToday } from './next-meeting.ts'

const day = (time: string): string => `2026-11-20T${time}:00Z`
const meeting = (id: string, startAt: string, endAt: string, joinUrl: string | null = null) => {
  return { id, title: id, startAt, endAt, joinUrl }
}
const link = 'https://meet.example/x'
const block = meeting('block', day('08:00'), day('17:00'))
const standup = meeting('standup', day('10:00'), day('10:15'), link)
const review = meeting('review', day('09:30'), day('10:30'), link)
const quiet = meeting('quiet', day('10:00'), day('10:30'))
const lunch = meeting('lunch', day('12:00'), day('13:00'))

test.each([
  ['09:30', 'the long block while nothing else is near', [block, standup], 'block'],
  ['09:58', 'one with a link that begins within minutes, not the block without', [block, standup], 'standup'],
  ['10:05', 'one with a link that is on, not the block without', [block, standup], 'standup'],
  ['10:15', 'the block again when the other is over', [block, standup], 'block'],
  ['09:58', 'of two with a link the one that is about to begin', [review, standup], 'standup'],
  ['10:05', 'of two with a link the one that began last', [standup, review], 'standup'],
  ['10:05', 'one with a link before a later one without', [quiet, review], 'review'],
  ['10:05', 'of two without a link the one that began last', [block, quiet], 'quiet'],
  ['08:00', 'where none is near the one that begins first', [lunch, standup], 'standup'],
  [
    '10:05',
    'the last to begin, as an empty link does not count',
    [{ ...block, joinUrl: '' }, quiet],
    'quiet',
  ],
  ['10:05', 'never one of all day', [{ ...block, allDay: true }], undefined],
  ['18:00', 'none when all are over', [block, standup, lunch], undefined],
])('APP-04 at %s the next meeting is %s', (time, _what, meetings, id) => {
  expect(nextMeeting(meetings, Date.parse(day(time)))?.id).toBe(id)
})

test('APP-04 meetings are ordered by their start, whatever their offset', () => {
  const early = meeting('early', '2026-11-20T10:00:00+02:00', '2026-11-20T10:30:00+02:00')
  const late = meeting('late', day('09:00'), day('09:30'))
  expect(nextMeeting([late, early], Date.parse(day('06:00')))?.id).toBe('early')
})

test.each([
  ['09:49', standup, false],
  ['09:50', standup, true],
  ['10:15', standup, false],
  ['10:05', quiet, false],
  ['10:05', { ...standup, joinUrl: '' }, false],
  ['10:05', { ...standup, allDay: true }, false],
  ['10:05', { joinUrl: link }, false],
])('APP-04 Enter joins from ten minutes before the start to the end: %s', (time, one, joins) => {
  expect(joinsNow(one, Date.parse(day(time)))).toBe(joins)
})

test.each([
  ['its title is shown', {}, true],
  ['it has nothing but times', { title: 'Busy', location: null, attendees: [] }, false],
  ['it is called "Busy" and has people', { title: 'Busy', attendees: [{ id: 'ada', name: 'Ada' }] }, true],
  ['it is called "Busy" and has a place', { title: 'Busy', location: 'Room 3' }, true],
  ['the service says so', { title: 'Busy', mine: true }, true],
  ['the service says that it is not', { mine: false }, false],
  ['it was declined', { mine: true, response: 'declined' as const }, false],
  ['it was not answered', { response: 'needsAction' as const }, true],
])('CAL-08 whether a meeting is mine: %s', (_what, change, mine) => {
  expect(isMine({ ...quiet, ...change })).toBe(mine)
})

const local = (hours: number, dayOfMonth = 20): string => new Date(2026, 10, dayOfMonth, hours).toISOString()
const running = meeting('running', local(9), local(11))
const call = meeting('call', local(14), local(15), link)
const tomorrow = meeting('tomorrow', local(9, 21), local(10, 21), link)

test.each([
  ['the one that runs is next, one with a link is joined', [running, call, tomorrow], 'running', 'call'],
  ['one of others is neither', [{ ...call, mine: false }, running], 'running', undefined],
  ['a declined one is neither', [{ ...call, response: 'declined' as const }], undefined, undefined],
  ['one of tomorrow is neither', [tomorrow], undefined, undefined],
])('CAL-08 of today’s meetings %s', (_what, meetings, next, joined) => {
  const now = new Date(2026, 10, 20, 10)
  expect([nextToday(meetings, now)?.id, meetingToJoin(meetings, now)?.id]).toEqual([next, joined])
})

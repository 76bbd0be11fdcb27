// Visibility of calendar meetings, wherever meetings are shown (CAL-06).
import { expect, test } from 'vitest'
import type { MeetingResult } from '../../../shared/api/launcher/search.ts'
import { anHour, guest, hour, ics } from '../../calendars/feed-server-testing.ts'
import { readMeeting, readTask } from '../../web/thing-pages.ts'
import { stageCalendars } from './calendars-testing.ts'
import { titlesOf } from './client.ts'
import { morning, type Colleague } from './team.ts'
import { endMembership, putMembership } from '../../access/members.store.ts'

const stage = stageCalendars()
const { team } = stage
type Shown = 'nothing' | 'busy' | 'details'

const title = 'Acquisition'
const description = 'DESCRIPTION:Of the rival'
const shownBy = (found: { title: string } | undefined): Shown =>
  found === undefined ? 'nothing' : found.title === 'Busy' ? 'busy' : 'details'

/** The only meeting as a person sees it in each place that shows meetings. @param task one of the person, linked to it */
async function views(who: Colleague, id: string, task: string): Promise<Record<string, Shown>> {
  const launcher = await stage.as(who)
  const listed = (await stage.meetings(who)).find((meeting) => meeting.id === id)
  const got = await launcher.get(`/v1/launcher/meetings/${id}`)
  const found = (await launcher.get(`/v1/launcher/search?q=acquisition&types=meeting`)).body.data
  const inBrief = (await launcher.get('/v1/launcher/brief')).body.data
  const { body: detail } = await launcher.get(`/v1/launcher/tasks/${task}`)
  const { body: tasks } = await launcher.get('/v1/launcher/tasks')
  const linked = await launcher.post('/v1/launcher/tasks', { title: 'Another', linkedMeetingIds: [id] })
  const pages = await team.service.store.read(async (tx) => {
    const { workspace } = team
    const visit = {
      tx,
      workspace,
      viewer: { personId: who.personId, role: who.role },
      zone: 'UTC',
      root: '/w/acme',
      token: '',
    }
    return { meeting: await readMeeting(visit, id), task: await readTask(visit, task) }
  })
  const everything = JSON.stringify([listed, got.body, found, inBrief, detail, tasks, linked.body, pages])
  const shown = shownBy(listed)
  if (shown !== 'details') expect(everything).not.toMatch(/Acquisition|rival|Room/)
  // Its id is sent only in the request and in the refusal of it.
  const told = everything.replaceAll(JSON.stringify(linked.body), '')
  if (shown === 'nothing') expect(told).not.toContain(id)
  return {
    list: shown,
    one: shownBy(got.body.data),
    search: shownBy(found[0]),
    brief: shownBy(inBrief.meetings[0]),
    taskOfBrief: inBrief.tasks[0].linkedMeetingIds.length === 0 ? 'nothing' : 'details',
    taskOfList: tasks.data[0].linkedMeetingIds.length === 0 ? 'nothing' : 'details',
    task: shownBy(detail.data.linkedMeetings[0]),
    link: linked.status === 201 ? 'details' : 'nothing',
    page: shownBy(pages.meeting),
    taskPage: shownBy({ title: pages.task?.body.toString().includes('Busy') ? 'Busy' : 'Other' }),
  }
}

const everywhere = (shown: Shown, isTheirs: boolean): Record<string, Shown> => {
  const details = shown === 'details' ? shown : 'nothing'
  const id = shown === 'nothing' ? 'nothing' : 'details'
  return {
    list: shown,
    one: shown,
    search: details,
    brief: isTheirs ? shown : 'nothing',
    taskOfBrief: id,
    taskOfList: id,
    task: shown,
    link: details,
    page: shown,
    taskPage: shown === 'busy' ? 'busy' : 'details',
  }
}

const classes = [[], ['CLASS:PUBLIC'], ['CLASS:PRIVATE'], ['CLASS:CONFIDENTIAL']]
test.each(
  (['private', 'busy', 'details'] as const).flatMap((visibility) =>
    classes.map((lines) => [visibility, lines] as const),
  ),
)(
  'CAL-06 a meeting of a calendar that is %s, with %o, shows in every place what it may',
  async (visibility, lines) => {
    const meeting = (...more: readonly string[]) =>
      ics(anHour(title, morning + hour, description, 'LOCATION:Room', ...lines, ...more))
    await stage.add(team.ada, { ics: meeting(guest('bob@acme.test')), visibility })
    const [{ id }] = (await stage.meetings(team.ada)) as [MeetingResult]
    const others =
      visibility === 'private'
        ? 'nothing'
        : visibility === 'busy' || /PRIV|CONF/.test(lines.join())
          ? 'busy'
          : 'details'
    for (const [who, shown, isTheirs] of [
      [team.ada, 'details', true],
      [team.bob, 'details', true],
      [team.owner, others, false],
    ] as const) {
      const task = await team.addTask({ title: 'Prepare', assignees: [who.personId], linkedMeetingIds: [id] })
      expect(await views(who, id, task), who.email).toEqual(everywhere(shown, isTheirs))
      for (const { id: one } of (await (await stage.as(who)).get('/v1/launcher/tasks')).body.data)
        await (await stage.as(who)).delete(`/v1/launcher/tasks/${one}`)
    }
    // People with it in their own calendar see it.
    await stage.add(team.admin, { ics: meeting(), visibility: 'private' })
    expect(titlesOf(await stage.meetings(team.admin))).toEqual([title])
  },
)

test.each([
  ['busy', [], 'nothing'],
  ['details', [], 'details'],
  ['details', ['CLASS:PRIVATE'], 'nothing'],
] as const)(
  'CAL-06 a free event of a calendar that is %s, with %o, does not show its owner as busy',
  async (visibility, lines, others) => {
    const free = anHour(title, morning + hour, 'TRANSP:TRANSPARENT', guest('bob@acme.test'), ...lines)
    await stage.add(team.ada, { ics: ics(free), visibility })
    const shown = []
    for (const who of [team.ada, team.bob, team.owner]) shown.push(shownBy((await stage.meetings(who))[0]))
    expect(shown).toEqual(['details', 'details', others])
  },
)

test('CAL-06 a change of visibility counts at once, for what is stored already', async () => {
  const { id } = await stage.add(team.ada, { ics: ics(anHour(title, morning + hour)) })
  const launcher = await stage.as(team.ada)
  for (const [visibility, shown] of [
    ['details', 'details'],
    ['private', 'nothing'],
    ['busy', 'busy'],
  ] as const) {
    expect((await launcher.patch(`/v1/launcher/calendars/${id}`, { visibility })).status).toBe(200)
    expect(shownBy((await stage.meetings(team.bob))[0])).toBe(shown)
    const found = await (await stage.as(team.bob)).get('/v1/launcher/search?q=acquisition')
    expect(shownBy(found.body.data[0])).toBe(shown === 'details' ? shown : 'nothing')
  }
})

test('CAL-06 a change of a task keeps its links to meetings that its author may not know of', async () => {
  await stage.add(team.ada, { ics: ics(anHour(title, morning + hour)), visibility: 'private' })
  const [{ id }] = (await stage.meetings(team.ada)) as [MeetingResult]
  const open = await team.addMeeting({
    title: 'Open',
    startAt: morning + 999 * hour,
    endAt: morning + 1000 * hour,
  })
  const assignees = [team.ada.personId, team.bob.personId]
  const task = await team.addTask({ title: 'Prepare', assignees, linkedMeetingIds: [id] })
  const patched = await (
    await stage.as(team.bob)
  ).patch(`/v1/launcher/tasks/${task}`, { linkedMeetingIds: [open] })
  expect(patched.body.data.linkedMeetingIds).toEqual([open])
  const { body } = await (await stage.as(team.ada)).get(`/v1/launcher/tasks/${task}`)
  expect(titlesOf(body.data.linkedMeetings).toSorted()).toEqual([title, 'Open'])
})

test('CAL-06 CAL-07 the meetings of a person do not give way to those of others', async () => {
  const many = Array.from({ length: 510 }, (_, at) => anHour(`Number ${at}`, morning + at * 60_000))
  await stage.add(team.bob, { ics: ics(...many), visibility: 'details' })
  await stage.add(team.ada, { ics: ics(anHour(title, morning + 100 * hour)) })
  const seen = titlesOf(await stage.meetings(team.ada))
  expect([seen.length, seen.at(-1), seen[0]]).toEqual([500, title, 'Number 0'])
})

test('CAL-06 when a person leaves, colleagues see of their meetings what they saw, and they see nothing', async () => {
  await stage.add(team.ada, { ics: ics(anHour(title, morning + hour, guest('bob@acme.test'))) })
  const launcher = await stage.as(team.ada)
  const { store } = team.service
  const { workspace, ada } = team
  await store.write((tx) => endMembership(tx, workspace.id, ada.personId, team.clock.at), workspace.id)
  expect(titlesOf(await stage.meetings(team.bob))).toEqual([title])
  expect(titlesOf(await stage.meetings(team.owner))).toEqual(['Busy'])
  expect((await launcher.get('/v1/launcher/calendars')).status).toBe(401)
  await store.write(
    (tx) => putMembership(tx, workspace.id, ada.personId, 'member', team.clock.at),
    workspace.id,
  )
})

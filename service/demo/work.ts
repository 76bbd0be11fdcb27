// Demo tasks and meetings: a believable week around now.
import type { Priority } from '../../shared/api/primitives.ts'
import type { NewMeeting } from '../meetings/stored-meeting.ts'
import type { Section } from '../tasks/task-settings.store.ts'
import type { NewTask } from '../tasks/stored-task.ts'
import type { DemoRecord, Scene } from './records.ts'
import type { Workdays } from './workdays.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

type About = { companies: readonly DemoRecord[]; people: readonly DemoRecord[] }
/** A title, and the record that it is about. */
type Idea = (about: { company: string; person: string }) => string

/** Repeats. */
const weeklyReport: Idea = ({ company }) => `Write the weekly report for ${company}`

const taskIdeas: [Idea, ...Idea[]] = [
  ({ person }) => `Call ${person} about the renewal`,
  ({ company }) => `Prepare the proposal for ${company}`,
  ({ company }) => `Review the contract with ${company}`,
  ({ person }) => `Send ${person} the price list`,
  ({ company }) => `Plan the kick-off with ${company}`,
  ({ person }) => `Thank ${person} for the introduction`,
  ({ company }) => `Check the invoice of ${company}`,
  ({ company }) => `Collect feedback from ${company}`,
  ({ person }) => `Book a room for the visit of ${person}`,
  ({ company }) => `Update the account plan of ${company}`,
  weeklyReport,
  ({ person }) => `Order a trade fair badge for ${person}`,
  ({ company }) => `Merge the duplicate contacts of ${company}`,
  ({ company }) => `Draft the onboarding checklist for ${company}`,
]

const coffee: Idea = ({ person }) => `Coffee with ${person}`
const standUp: Idea = () => 'Team stand-up'

const meetingIdeas: [Idea, ...Idea[]] = [
  ({ company }) => `Demo for ${company}`,
  coffee,
  ({ company }) => `Quarterly review with ${company}`,
  standUp,
  () => 'Pipeline review',
  ({ company }) => `Contract talk with ${company}`,
]

const salaryTalk: Idea = ({ person }) => `Salary talk with ${person}`

const priorities: [Priority, ...Priority[]] = ['no_priority', 'low', 'medium', 'medium', 'high', 'urgent']

const active = (records: readonly DemoRecord[]) => records.filter((record) => !record.archived)

const activeOf = ({ companies, people }: About): About => ({
  companies: active(companies),
  people: active(people),
})

/** @param about active records only */
function subject({ random }: Scene, { companies, people }: About) {
  const company = companies[random.whole(0, Math.max(companies.length - 1, 0))]
  const person = people[random.whole(0, Math.max(people.length - 1, 0))]
  return {
    company,
    person,
    words: { company: company?.title ?? 'Alder Works', person: person?.title ?? 'Nora Lind' },
  }
}

/** In workdays, and without a time where none is ahead today. */
function workDueDate({ random }: Scene, workdays: Workdays, index: number): number | null {
  const atFour = 16 * 60
  if (index % 4 === 0) return workdays.endOf(-random.whole(1, 7))
  if (index % 4 === 1)
    return random.chance(40) && workdays.isAhead(atFour) ? workdays.at(0, atFour) : workdays.endOf(0)
  if (index % 4 === 2) return workdays.endOf(random.whole(1, 20))
  return null
}

/** A quarter overdue, a quarter within hours, the rest later or undated. */
function dueDate(scene: Scene, index: number): number | null {
  const { random, now, workdays } = scene
  if (workdays !== null) return workDueDate(scene, workdays, index)
  // Nobody's zone is known: by UTC, at an hour at which people work.
  const atWork = (time: number) => Math.floor(time / day) * day + (9 + (index % 8)) * hour
  if (index % 4 === 0) return atWork(now - random.whole(1, 9) * day)
  if (index % 4 === 1) return Math.ceil(now / hour + random.whole(1, 8)) * hour
  if (index % 4 === 2) return atWork(now + random.whole(2, 30) * day)
  return null
}

export function makeTasks(
  scene: Scene,
  count: number,
  about: About,
  sections: readonly Section[],
  meetings: readonly NewMeeting[],
): NewTask[] {
  const { random, now, memberIds } = scene
  const [first] = memberIds
  const subjects = activeOf(about)
  const meetingIds = meetings.map((meeting) => meeting.id)
  return Array.from({ length: count }, (_, index) => {
    const { company, person, words } = subject(scene, subjects)
    const idea = random.pick(taskIdeas)
    const createdAt = now - random.whole(1, 60 * 24) * hour
    // The first member's brief is the one that people look at first, so half of the work is theirs.
    const assignee = random.chance(50) ? first : random.pick(memberIds)
    const others = random.some(memberIds, random.chance(20) ? 1 : 0).filter((id) => id !== assignee)
    const linked = [company, person].flatMap((record) => (record ? [record.id] : []))
    const section = random.chance(30)
      ? sections[random.whole(0, Math.max(sections.length - 1, 0))]
      : undefined
    const linkedRecordIds = random.some(linked, random.whole(0, 2))
    const sectionRecord = section?.recordId ? [section.recordId] : []
    const status = random.pick([
      'todo',
      'todo',
      'todo',
      'todo',
      'in-progress',
      'in-progress',
      'in-review',
      'done',
    ])
    const task = {
      id: random.uuid(),
      ...(idea === weeklyReport && { recurrence: { rule: 'FREQ=WEEKLY;BYDAY=FR', after: 'due' } as const }),
      title: idea(words),
      description: random.chance(45) ? `About ${words.company}. Ask ${words.person} first.` : null,
      status,
      priority: random.pick(priorities),
      startDate: null,
      dueDate: dueDate(scene, index),
      parentId: null,
      sectionId: section?.id ?? null,
      estimatedTime: random.chance(40) ? random.pick([15, 30, 45, 60, 90, 240]) : null,
      createdBy: random.pick(memberIds),
      createdAt,
      updatedAt: createdAt + Math.floor(random.fraction() * (now - createdAt)),
      assignees: random.chance(92) ? [assignee, ...others] : [],
      linkedRecordIds: [...new Set([...linkedRecordIds, ...sectionRecord])],
      linkedMeetingIds: random.some(meetingIds, random.chance(10) ? 1 : 0),
    }
    // Some of what was estimated is worked.
    const secondsLogged = status === 'todo' ? 0 : Math.round((task.estimatedTime ?? 0) * 0.7) * 60
    return { ...task, secondsLogged }
  })
}

const allDayIndex = 6

/** When each meeting begins. The first ones are under way or soon, the rest spread over three weeks. */
const meetingStarts = ({ random, now, workdays }: Scene) => {
  const next = workdays?.starts() ?? []
  const quarter = Math.floor(now / (15 * minute)) * 15 * minute
  const offsets = [-15 * minute, 2 * hour, 4 * hour, 5 * hour, day, day + 3 * hour, 2 * day]
  return (index: number): { startAt: number; isStandUp?: boolean } => {
    if (workdays === null)
      return { startAt: quarter + (offsets[index] ?? random.whole(-7 * 24, 14 * 24) * hour) }
    const away = random.pick([-5, -4, -3, -2, -1, 3, 4, 5, 6, 7])
    return next[index] ?? { startAt: workdays.slot(away, random.whole(0, 4)) }
  }
}

/** In a person's own workspace the stand-up is the first meeting of a day, and no other one. */
const meetingIdea = ({ random, workdays }: Scene, isStandUp: boolean): Idea => {
  const idea = random.pick(meetingIdeas)
  if (workdays === null) return idea
  return isStandUp ? standUp : idea === standUp ? coffee : idea
}

/** One of the first is private, and one of whole days. */
export function makeMeetings(scene: Scene, count: number, about: About): NewMeeting[] {
  const { random, now, memberIds, workdays } = scene
  const subjects = activeOf(about)
  const startOf = meetingStarts(scene)
  return Array.from({ length: count }, (_, index): NewMeeting => {
    const { company, person, words } = subject(scene, subjects)
    const { startAt: start, isStandUp = false } = startOf(index)
    const isPrivate = index === 2 || (index > 6 && random.chance(8))
    const allDay = index === allDayIndex
    const id = random.id('mtg')
    const organiser = isPrivate ? (memberIds[1] ?? memberIds[0]) : random.pick(memberIds)
    // A private meeting is one that the first member does not attend: they see "Busy" (LCH-10).
    const invited = isPrivate ? [] : [memberIds[0], ...random.some(memberIds.slice(1), random.whole(0, 2))]
    const midnight = Math.floor(start / day) * day
    const wholeDay = workdays?.wholeDay(2) ?? { startAt: midnight, endAt: midnight + day }
    const titleOf = isPrivate ? salaryTalk : meetingIdea(scene, isStandUp)
    return {
      id,
      title: titleOf(words),
      startAt: allDay ? wholeDay.startAt : start,
      // The one under way does not end while somebody looks around.
      endAt: allDay
        ? wholeDay.endAt
        : start + Math.max(random.pick([30, 30, 45, 60]), index === 0 ? 90 : 0) * minute,
      allDay,
      location: random.chance(40)
        ? random.pick(['Room Kestrel', 'Room Heron', 'Café Alder', 'Reception'])
        : null,
      joinUrl:
        !isPrivate && index % 2 === 0 ? `https://meet.example/${random.id('room').slice(5, 15)}` : null,
      isPrivate,
      createdBy: organiser,
      createdAt: now - random.whole(1, 20) * day,
      attendeeIds: [...new Set([organiser, ...invited])],
      linkedRecordIds: [company, person]
        .flatMap((record) => (record ? [record.id] : []))
        .slice(0, isPrivate ? 0 : 2),
    }
  })
}

export function makeSections(scene: Scene, about: About): Section[] {
  const [company] = active(about.companies)
  const plans = [
    { name: 'Onboarding', recordId: null },
    { name: 'Trade fair', recordId: null },
    ...(company ? [{ name: `Account: ${company.title}`, recordId: company.id }] : []),
    ...(scene.workdays === null ? [] : [{ name: 'Planning', recordId: null }]),
  ]
  return plans.map((plan, position) => ({ id: scene.random.id('sec'), ...plan, position }))
}

// What a launcher may have seen of a big workspace: rows of companies, people, tasks and meetings, the same each time.
import { companyName, personName } from '../service/demo/names.ts'
import { createRandom } from '../service/demo/random.ts'
import type { SearchResult } from '../shared/api/launcher/search.ts'

type Idea = (company: string, person: string) => string

const tasks: [Idea, ...Idea[]] = [
  (_, person) => `Call ${person} about the renewal`,
  (company) => `Prepare the proposal for ${company}`,
  (company) => `Review the contract with ${company}`,
  (_, person) => `Send ${person} the price list`,
  (company) => `Check the invoice of ${company}`,
  (company) => `Write the weekly report for ${company}`,
]
const meetings: [Idea, ...Idea[]] = [
  (company) => `Demo for ${company}`,
  (_, person) => `Coffee with ${person}`,
  (company) => `Quarterly review with ${company}`,
]

/** Rows as the service sends them: half records, a third tasks, the rest meetings. */
export const seenRows = (count: number): SearchResult[] => {
  const random = createRandom('seen')
  return Array.from({ length: count }, (_, at): SearchResult => {
    const [company, person] = [companyName(random), personName(random).full]
    const id = random.uuid()
    const common = {
      id,
      subtitle: '',
      badge: '',
      avatarUrl: null,
      webUrl: `https://acme.example/w/acme/${id}`,
    }
    if (at % 6 < 3)
      return {
        ...common,
        kind: 'record',
        title: at % 2 === 0 ? company : person,
        subtitle: at % 2 === 0 ? 'Rotterdam' : `Head of sales, ${company}`,
        record: {
          objectTypeSlug: at % 2 === 0 ? 'companies' : 'people',
          objectTypeName: at % 2 === 0 ? 'Company' : 'Person',
          icon: null,
          color: '#3b82f6',
          meta: [],
        },
      }
    if (at % 6 < 5)
      return {
        ...common,
        kind: 'task',
        title: random.pick(tasks)(company, person),
        badge: 'To do',
        task: {
          status: { slug: 'todo', name: 'To do', color: '#64748b', isComplete: false },
          priority: 'medium',
          dueDate: '2026-11-30T17:00:00.000Z',
          assignees: ['usr_1'],
        },
      }
    return {
      ...common,
      kind: 'meeting',
      title: random.pick(meetings)(company, person),
      meeting: {
        startAt: '2026-11-30T10:00:00.000Z',
        endAt: '2026-11-30T11:00:00.000Z',
        allDay: false,
        location: 'Room 2',
        joinUrl: null,
      },
    }
  })
}

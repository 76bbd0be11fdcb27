// What a chip can be changed to by hand. Pure.
import type { TaskOptions } from '../../shared/api/launcher-tasks.ts'
import type { Row } from '../../shared/ipc/launcher.ts'
import { valueWords } from './capture-words.ts'
import { unquoted } from './quotes.ts'
import { type Candidate, candidateOfMember, candidateOfRecord, type Recognized } from './resolve-capture.ts'

const estimates = [15, 30, 45, 60, 90, 120, 240, 480]
const priorities = ['no_priority', 'low', 'medium', 'high', 'urgent']
const most = 12

interface Workspace {
  options: TaskOptions | undefined
  rowsFor: (name: string) => readonly Row[] | null
  now: Date
}

/** Every choice that an ambiguous chip asks about; of a clear one, what it is and whatever else it could be. */
export function choicesFor(item: Recognized, workspace: Workspace): readonly Candidate[] {
  const { meaning } = item
  if (meaning.state === 'ambiguous') return meaning.candidates
  const choices = usualChoices(item, workspace)
  // An estimate of 25 minutes, the thirteenth person: what it is now can be left so.
  return meaning.state !== 'resolved' || choices.some(({ id }) => id === meaning.candidate.id)
    ? choices
    : [meaning.candidate, ...choices]
}

function usualChoices({ token }: Recognized, { options, rowsFor, now }: Workspace): readonly Candidate[] {
  switch (token.kind) {
    case 'person':
      return (options?.members ?? [])
        .toSorted((a, b) => Number(b.id === options?.me) - Number(a.id === options?.me))
        .slice(0, most)
        .map(candidateOfMember)
    case 'record':
      return (rowsFor(unquoted(token.text.slice(1))) ?? [])
        .filter(({ kind }) => kind === 'record')
        .slice(0, most)
        .map(candidateOfRecord)
    case 'status':
      return (options?.statuses ?? []).map(({ slug, name }) => ({ id: slug, name }))
    case 'section':
      return (options?.sections ?? []).map(({ id, name }) => ({ id, name }))
    case 'priority':
      return (options?.priorities.map(({ slug }) => slug) ?? priorities).map((id) => ({
        id,
        name: valueWords('priority', id, now),
      }))
    case 'estimate':
      return estimates.map((minutes) => ({
        id: String(minutes),
        name: valueWords('estimate', String(minutes), now),
      }))
    case 'due':
      // A calendar, which knows them all.
      return []
  }
}

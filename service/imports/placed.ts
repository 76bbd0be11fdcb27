// The order in which the drafts of a plan are written. A place says where a draft stands in it and holds when the same file is
// planned again, so that an import goes on behind the last one that was stored (IMP-04).
import { namedUuid } from '../base/ids.ts'
import type { Place } from './stored-import.ts'
import type { Draft } from './reading/plan.ts'

/** A draft and its place; a task with the ids that it and the task above it get. */
export type Placed<T extends Draft = Draft> = { draft: T; place: Place; id: string; parentId: string | null }

/** Negative where the first comes before the second. */
export const comparePlaces = (a: Place, b: Place): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]

/** How many tasks stand above a task. A loop ends where it closes. */
function depthsOf(drafts: readonly Draft[]): (index: number) => number {
  const depths = new Map<number, number>()
  return (index) => {
    const path = new Set<number>()
    let at: number | null = index
    while (at !== null && !depths.has(at) && !path.has(at)) {
      path.add(at)
      const draft: Draft | undefined = drafts[at]
      at = draft?.is === 'task' ? draft.parent : null
    }
    let depth = at === null ? -1 : (depths.get(at) ?? 0)
    for (const one of [...path].toReversed()) depths.set(one, (depth += 1))
    return depths.get(index) ?? 0
  }
}

/** Companies come before the people who name them, and tasks before those below them. */
export function inOrder(importId: string, drafts: readonly Draft[]): Placed[] {
  const depthOf = depthsOf(drafts)
  const onLine = new Map<string, number>()
  const placed = drafts.map((draft, index): Placed => {
    const line = `${draft.line} ${draft.is === 'task' ? 'task' : draft.object.type.id}`
    const nth = onLine.get(line) ?? 0
    onLine.set(line, nth + 1)
    const rank = draft.is === 'task' ? depthOf(index) : draft.byTitle ? 0 : 1
    const id = draft.is === 'task' ? namedUuid('import', importId, String(draft.line), String(nth)) : ''
    return { draft, place: [rank, draft.line, nth], id, parentId: null }
  })
  return placed
    .map((one) => {
      const parent = one.draft.is === 'task' && one.draft.parent !== null ? placed[one.draft.parent] : null
      return parent ? { ...one, parentId: parent.id } : one
    })
    .toSorted((a, b) => comparePlaces(a.place, b.place))
}

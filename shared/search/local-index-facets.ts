// Thousands of rows have the same object type, status and assignees. They share one facet, which would otherwise dominate the
// memory of a row. Only the searchable attributes of a record are kept.
import type { SearchResult } from '../api/launcher-search.ts'
import { isContact } from './local-index-detail.ts'

/** @returns a function that copies a row and shares its facets with all earlier rows */
export const createFacetSharing = (): (<Row extends SearchResult>(row: Row) => Row) => {
  const records = new Map<string, NonNullable<SearchResult['record']>>()
  const statuses = new Map<string, NonNullable<NonNullable<SearchResult['task']>['status']>>()
  const assigned = new Map<string, NonNullable<SearchResult['task']>['assignees']>()

  const shared = <T>(known: Map<string, T>, key: string, make: () => T): T => {
    const there = known.get(key)
    if (there !== undefined) return there
    const made = make()
    known.set(key, made)
    return made
  }

  return (row) => {
    const { record, task } = row
    if (record !== undefined) {
      const key = [record.objectTypeSlug, record.objectTypeName, record.icon, record.color].join('\n')
      const plain = shared(records, key, () => ({ ...record, meta: [] }))
      const meta = record.meta.filter(isContact)
      return { ...row, record: meta.length === 0 ? plain : { ...plain, meta } }
    }
    if (task === undefined) return row
    const { status, assignees } = task
    const kept =
      assignees === undefined
        ? task
        : { ...task, assignees: shared(assigned, assignees.join('\n'), () => assignees) }
    if (status === undefined) return { ...row, task: kept }
    const key = [status.slug, status.name, status.color, status.isComplete].join('\n')
    return { ...row, task: { ...kept, status: shared(statuses, key, () => status) } }
  }
}

// Records that a line names and that are not there yet. Chosen by hand, they are made with the task (RCL-02).
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ObjectFields } from '../../shared/api/launcher/records.ts'
import type { ObjectSummary } from '../../shared/api/launcher/search.ts'
import { inSentence, say } from '../../shared/language.ts'
import { isPeople, offeredObjects } from '../items/record-offers.ts'
import { call } from '../state/bridge.ts'
import { keys, useObjects, useScope } from '../state/queries.ts'
import { keyed, primaryOf } from '../writes/record-words.ts'
import type { NewRecord } from '../../shared/capture/resolve.ts'
import { type Candidate, isNumber } from '../../shared/capture/whole-names.ts'

/** Whether a name is all that a record of the object needs. */
const isNameEnough = ({ canWrite, fields }: ObjectFields): boolean => {
  const primary = primaryOf(fields)
  return (
    canWrite &&
    primary?.type === 'text' &&
    !primary.readOnly &&
    fields.every((field) => field === primary || !field.required || field.readOnly)
  )
}

export interface Creatable {
  /** Objects of which a record is offered. */
  objects: readonly ObjectSummary[]
  /** Slugs of those whose form opens: they need more than a name, or the sign-in lacks a right, which the form asks for. */
  byForm: ReadonlySet<string>
}

const none: readonly ObjectSummary[] = []

/** A line names companies by `#` more often than people, who are named by `@`. */
const companiesFirst = (objects: readonly ObjectSummary[]): ObjectSummary[] =>
  objects.toSorted((a, b) => Number(isPeople(a)) - Number(isPeople(b)))

const nothing: Creatable = { objects: [], byForm: new Set() }

/** @param isNeeded whether the line names a record that is not there */
export function useCreatable(isNeeded: boolean): Creatable {
  const objects = useObjects().data
  const access = useScope('records:write', isNeeded).data?.state
  const offered = useMemo(
    () => (isNeeded ? companiesFirst(offeredObjects(objects ?? [], () => 0)) : none),
    [isNeeded, objects],
  )
  const answers = useQueries({
    queries: offered.map(({ slug }) => ({
      queryKey: keys.fields(slug),
      queryFn: () => call('records.fields', { objectSlug: slug }),
      staleTime: 5 * 60_000,
    })),
  })
  if (!isNeeded || (access !== 'granted' && access !== 'missing')) return nothing
  const isEnough = (at: number): boolean => {
    const fields = answers[at]?.data
    return access === 'granted' && fields !== undefined && isNameEnough(fields)
  }
  return {
    objects: offered,
    byForm: new Set(offered.flatMap(({ slug }, at) => (isEnough(at) ? [] : [slug]))),
  }
}

/** What is offered for a name that no record has. A letter only begins one, and "#3" counts something. */
export const creationsOf = (name: string, objects: readonly ObjectSummary[]): Candidate[] =>
  name.trim().length < 2 || isNumber(name)
    ? []
    : objects.map((object) => ({
        id: `new:${object.slug}`,
        name,
        label: say('record.newNamed', { object: inSentence(object.singularName), title: name }),
      }))

/** The records with their values, as they are submitted with the task. */
export const withValues = (records: readonly NewRecord[]) =>
  Promise.all(
    records.map(async (record) => {
      const { fields } = await call('records.fields', { objectSlug: record.objectSlug })
      const primary = primaryOf(keyed(fields))
      return { ...record, values: primary === undefined ? {} : { [primary.key]: record.title } }
    }),
  )

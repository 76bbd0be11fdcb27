// Values of records in tables, as people read them.
import { localeNow, say } from '../language/say.ts'
import { isNaming, createValueWords, namedIds, wordsOfNames } from '../records/preview-values.rules.ts'
import { namesOfPeople, titlesOfRecords } from '../records/previews.store.ts'
import type { Field } from '../objects/objects.store.ts'
import type { StoredRecord } from '../records/record.ts'
import type { Visit } from '../site/kit.ts'
import { inPipeline } from '../db/sql.ts'
import type { Html } from '../oauth/pages/html.ts'
import { timeOf } from '../site/parts.ts'
import { shortTitle } from './tasks.ts'

/** By locale, because making one takes long. */
const wordings = new Map<string, ReturnType<typeof createValueWords>>()

const wordsNow = (): ReturnType<typeof createValueWords> => {
  const locale = localeNow()
  const words =
    wordings.get(locale) ??
    createValueWords({
      locale,
      yes: say('records.value.yes'),
      no: say('records.value.no'),
      rating: (stars, most) => say('records.value.rating', { stars, most }),
    })
  wordings.set(locale, words)
  return words
}

/** The cells of records, with the names of what their values point at. Times are in the zone of the reader. */
export async function cellsOf(
  visit: Visit,
  fields: readonly Field[],
  records: readonly StoredRecord[],
): Promise<(record: StoredRecord, field: Field) => Html | string> {
  const idsOf = (kind: Field['kind']) => [
    ...new Set(
      records.flatMap(({ values }) =>
        fields.flatMap((field) => (field.kind === kind ? namedIds(values[field.id]) : [])),
      ),
    ),
  ]
  const { tx, workspace } = visit
  const [titles, names] = await inPipeline([
    titlesOfRecords(tx, workspace.id, idsOf('record_reference')),
    namesOfPeople(tx, idsOf('user_reference')),
  ])
  const words = wordsNow()
  return ({ values }, { id, kind, options }) => {
    const value = values[id]
    if (value === undefined || value === null) return ''
    if (isNaming(kind))
      return shortTitle(wordsOfNames(namedIds(value), kind === 'record_reference' ? titles : names))
    const at = kind === 'datetime' && typeof value === 'string' ? Date.parse(value) : Number.NaN
    return Number.isNaN(at) ? shortTitle(words(kind, options, value)) : timeOf(visit, at, '')
  }
}

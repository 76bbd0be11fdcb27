// Archives and restores records. Rows show it at once, because they include pending writes (RCL-02).
import { say } from '../../shared/language.ts'
import { call } from '../state/bridge.ts'
import { goTo, showError, tellOfChange } from '../state/store.ts'

export interface NamedRecord {
  id: string
  title: string
  objectSlug: string
}

/** The form asks for the right to write where the sign-in lacks it. */
const withRight = (record: NamedRecord, write: () => Promise<unknown>, words: string): void => {
  call('session.scope', { scope: 'records:write' })
    .then(async ({ state }) => {
      if (state !== 'granted') return goTo({ kind: 'editRecord', id: record.id, title: record.title })
      await write()
      tellOfChange(words, true)
    })
    .catch(showError)
}

/** It is archived after five seconds, unless undo comes first. */
export const archiveRecord = (record: NamedRecord): void =>
  withRight(
    record,
    () => call('records.archive', { records: [record] }),
    say('said.archived', { title: record.title }),
  )

export const restoreRecord = (record: NamedRecord): void =>
  withRight(record, () => call('records.restore', record), say('said.restored', { title: record.title }))

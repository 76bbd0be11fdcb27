// Writes of records in the stories of writes-model.test.ts, and what holds for them at the end of each.
import { expect } from 'vitest'
import type { RecordValues } from '../../../shared/api/launcher/records.ts'
import type { Reply } from '../../../shared/errors.ts'
import type { OutboxItem } from '../../../shared/ipc/launcher.ts'
import { isSameValue, valuesAt } from '../../../shared/record-values.ts'
import type { createBadNetwork } from './bad-network.fake.ts'
import { turns } from './bad-network.fake.ts'
import type { Outbox } from './outbox.ts'
import { asStored } from './record-service.fake.ts'
import type { Values } from './work.ts'
import { me } from './writing-half.fake.ts'

type Network = ReturnType<typeof createBadNetwork>
type Parts = {
  network: Network
  outbox: () => Outbox
  /** Notes a write that was kept. @param seen the values that its person saw */
  accept: (reply: Reply<OutboxItem>, seen: Values) => void
  itemAt: (index: number, fits: (item: OutboxItem) => boolean) => OutboxItem | undefined
  giveUpGone: (before: readonly OutboxItem[]) => void
}

const objectSlug = 'people'
const at = <T>(some: readonly T[], index: number): T | undefined => some[index % Math.max(some.length, 1)]

export const createRecordSteps = ({ network, outbox, accept, itemAt, giveUpGone }: Parts) => {
  let ids = 0
  const newRecord = (name: string) => ({ id: `r${(ids += 1)}`, objectSlug, values: { name } })
  const all = () => [...network.service.records.records.values()]
  const open = () => all().filter(({ archived }) => !archived)
  const ask = (method: string, id: string, body?: unknown): void => {
    network.service.answer('usr_bob', {
      method,
      path: `/v1/launcher/records/${id}`,
      headers: new Headers(),
      body,
    })
  }
  return {
    createRecord: async (name: string) => accept(await outbox().submitRecord(newRecord(name), name), {}),
    /** Captures a task that names a new person. */
    createWithRecord: async (title: string, name: string) => {
      const record = newRecord(name)
      const task = { title, linkedRecordIds: [record.id] }
      const reply = await outbox().submit(task, undefined, [{ ...record, title: name }])
      accept(reply, {})
    },
    updateRecord: async (index: number, change: RecordValues) => {
      const record = at(open(), index)
      if (record === undefined) return
      const before = valuesAt(record.values, Object.keys(change))
      await turns(1)
      const { id, title } = record
      accept(await outbox().updateRecord({ id, objectSlug, title, change, before }), before)
    },
    /** Changes a new record before the service has it. */
    updateUnsaved: async (index: number, change: RecordValues) => {
      const item = itemAt(index, ({ kind, state }) => kind === 'createRecord' && state !== 'saved')
      if (item?.recordId === undefined || item.recordId === null) return
      const { recordId: id, title, values: before } = item
      accept(await outbox().updateRecord({ id, objectSlug, title, change, before }), before)
    },
    archiveRecord: async (index: number) => {
      const record = at(open(), index)
      if (record === undefined) return
      const reply = await outbox().archiveRecords([{ id: record.id, objectSlug, title: record.title }])
      if (reply.ok) for (const item of reply.value) accept({ ok: true, value: item }, {})
    },
    restoreRecord: async (index: number) => {
      const record = at(
        all().filter(({ archived }) => archived),
        index,
      )
      if (record === undefined) return
      accept(await outbox().restoreRecord({ id: record.id, objectSlug, title: record.title }), {})
    },
    /** Edits a new record that was not sent. */
    editRecord: async (index: number, values: RecordValues) => {
      const item = itemAt(index, ({ kind, canEdit }) => kind === 'createRecord' && canEdit)
      if (item === undefined) return
      const whole = { ...item.values, ...values }
      const record = { id: item.recordId ?? '', objectSlug, values: whole }
      accept(await outbox().submitRecord(record, item.title, item.id), whole)
    },
    /** Edits a change that waits or was refused. */
    rewriteRecord: async (index: number, change: RecordValues) => {
      const item = itemAt(
        index,
        ({ kind, state, recordConflict }) =>
          kind === 'updateRecord' && recordConflict === null && (state === 'queued' || state === 'needsYou'),
      )
      const record = network.service.records.records.get(item?.recordId ?? '')
      if (item === undefined || record === undefined) return
      const seen = valuesAt({ ...record.values, ...item.valuesBefore }, Object.keys(change))
      const { id, title } = record
      const shown = outbox().list()
      await turns(1)
      accept(await outbox().updateRecord({ id, objectSlug, title, change, before: seen }, [item.id]), seen)
      giveUpGone(shown)
    },
    recordColleague: (index: number, change: RecordValues) => {
      const record = at(open(), index)
      if (record !== undefined) ask('PATCH', record.id, { values: change })
    },
    colleagueArchives: (index: number) => {
      const record = at(open(), index)
      if (record !== undefined) ask('DELETE', record.id)
    },
  }
}

/** The answers of the outbox about records match the service, and no value of a colleague was overwritten unseen. */
export const checkRecords = (
  told: ReadonlyMap<string, { item: OutboxItem; knew: readonly Values[]; isGivenUp: boolean }>,
  { service }: Network,
): void => {
  const { records, stored } = service.records
  const writes = [...told.values()].filter(({ item }) => item.recordId !== null)
  const of = (id: string | null) => stored.filter(({ recordId }) => recordId === id)

  for (const { item, isGivenUp } of writes) {
    if (isGivenUp || item.state !== 'saved') continue
    const record = records.get(item.recordId ?? '')
    expect(record, `${item.id} "${item.title}" was told saved`).toBeDefined()
    const kinds = new Set(of(item.recordId).map(({ kind }) => kind))
    if (item.kind === 'archiveRecord')
      expect(kinds.has('archive'), `${item.title} was told ${item.isUndo ? 'undone' : 'archived'}`).toBe(true)
    // Only its own archiving: nobody restored it.
    if (item.kind === 'archiveRecord' && !kinds.has('restore')) expect(record?.archived).toBe(true)
    if (item.kind === 'createRecord' && !kinds.has('archive')) expect(record?.archived).toBe(false)
    if (item.kind === 'restoreRecord' && kinds.has('archive'))
      expect(kinds.has('restore'), `${item.title} was told restored`).toBe(true)
    if (item.kind === 'createRecord' || item.kind === 'updateRecord')
      for (const [key, value] of Object.entries(
        item.kind === 'createRecord' ? asStored(item.values) : item.values,
      ))
        expect(
          value === null || of(item.recordId).some(({ is }) => isSameValue(is[key], value)),
          `${key} of ${item.recordId} was told saved`,
        ).toBe(true)
  }

  // A new record is made once, and its person was told.
  for (const { id } of [...records.values()].filter(({ createdBy }) => createdBy === me)) {
    expect(of(id).filter(({ kind }) => kind === 'create')).toHaveLength(1)
    expect(
      writes.some(({ item }) => item.recordId === id),
      `${id} is there and nobody was told`,
    ).toBe(true)
  }

  for (const [place, write] of stored.entries()) {
    if (write.by !== me || write.kind !== 'update') continue
    for (const [key, value] of Object.entries(write.was)) {
      const last = stored
        .slice(0, place)
        .findLast(({ recordId, is }) => recordId === write.recordId && Object.hasOwn(is, key))
      if (last === undefined || last.by === me) continue
      const wasSeen = writes.some(
        ({ item, knew }) =>
          item.recordId === write.recordId &&
          knew.some((some) => Object.hasOwn(some, key) && isSameValue(some[key], value)),
      )
      expect(wasSeen, `${key} of ${write.recordId} was written over unseen`).toBe(true)
    }
  }
}

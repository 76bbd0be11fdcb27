import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from './open-store.ts'

test('LCH-05 what previews are made of is the same thing until another process changes it', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'svc-previews-'))
  const database = `file:${join(directory, 'previews.db')}`
  const [store, other] = [await openStore(database), await openStore(database)]
  const object = {
    id: 'obj_1',
    slug: 'deals',
    singularName: 'Deal',
    pluralName: 'Deals',
    icon: null,
    color: null,
    description: null,
    position: 1,
    createdAt: 1,
  }
  const field = {
    id: 'fld_1',
    objectId: 'obj_1',
    slug: 'sum',
    name: 'Sum',
    kind: 'number' as const,
    position: 1,
    required: false,
    primary: false,
    readOnly: false,
    proOnly: false,
    inPreview: true,
    options: null,
  }
  const record = {
    id: 'rec_1',
    objectId: 'obj_1',
    title: 'One',
    avatarUrl: null,
    values: { fld_1: 1 },
    archived: false,
    createdBy: 'usr_1',
    createdAt: 1,
    updatedAt: 1,
  }
  await other.write(async (tx) => {
    await tx.objects.create('w', object)
    await tx.objects.createField('w', field)
    await tx.records.create('w', record)
  })
  const read = () =>
    store.read(async (tx) => ({
      objects: await tx.search.previewObjects('w'),
      values: (await tx.search.previewed('w', ['rec_1']))[0]?.values,
    }))
  const first = await read()
  const again = await read()
  expect([again.objects === first.objects, again.values === first.values]).toEqual([true, true])

  await other.write((tx) => tx.definitions.changeField('w', { ...field, name: 'Total' }))
  const renamed = await read()
  expect(renamed.objects.get('obj_1')).toMatchObject({ singularName: 'Deal', fields: [{ name: 'Total' }] })
  expect(renamed.values).toBe(first.values)

  await other.write((tx) => tx.records.create('w', { ...record, id: 'rec_2', values: { fld_1: 2 } }))
  expect((await read()).values).toEqual({ fld_1: 1 })
  await Promise.all([store.close(), other.close()])
  rmSync(directory, { recursive: true })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fieldOf, objectOf } from './definitions-testing.ts'
import { openStore } from './open-store.ts'

test('LCH-05 what previews are made of is the same thing until another process changes it', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'svc-previews-'))
  const database = `file:${join(directory, 'previews.db')}`
  const [store, other] = [await openStore(database), await openStore(database)]
  const object = objectOf('deals', 'Deal')
  const field = { ...fieldOf('sum', object.id), kind: 'number' as const }
  const record = {
    id: 'rec_1',
    objectId: object.id,
    title: 'One',
    avatarUrl: null,
    values: { fld_sum: 1 },
    archived: false,
    createdBy: 'usr_1',
    createdAt: 1,
    updatedAt: 1,
  }
  await other.write(async (tx) => {
    await tx.workspaces.create({
      id: 'w',
      slug: 'w',
      name: 'W',
      plan: 'pro',
      memberLimit: null,
      createdAt: 1,
    })
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
  expect(renamed.objects.get(object.id)).toMatchObject({ singularName: 'Deal', fields: [{ name: 'Total' }] })
  expect(renamed.values).toBe(first.values)

  await other.write((tx) => tx.records.create('w', { ...record, id: 'rec_2', values: { fld_sum: 2 } }))
  expect((await read()).values).toEqual({ fld_sum: 1 })
  await Promise.all([store.close(), other.close()])
  rmSync(directory, { recursive: true })
})

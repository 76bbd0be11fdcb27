import { expect, test } from 'vitest'
import { createDisk } from '../workspace/cache/cache.fake.ts'
import { createOwnerDocuments } from './owner-documents.ts'

const open = (disk = createDisk(), most = 2) => ({
  disk,
  owned: createOwnerDocuments({
    index: disk.file('owners'),
    document: disk.file,
    onProblem: (error) => {
      throw error
    },
    most,
  }),
})

test('APP-01 each person has their own documents, also after a restart; the first has those of earlier releases', async () => {
  const { disk, owned } = open()
  await owned.of('ada', 'cache').write('of ada')
  await owned.of('grace', 'cache').write('of grace')
  await owned.of('grace', 'cache-3').write('rows of grace')
  expect([...disk.documents.keys()].toSorted()).toEqual(['cache', 'cache.1', 'cache.1-3', 'owners'])
  const again = open(disk).owned
  expect(await again.of('ada', 'cache').read()).toBe('of ada')
  expect(await again.of('grace', 'cache').read()).toBe('of grace')
  expect(await again.of('ada', 'cache-3').read()).toBe(null)
})

test('APP-01 who is forgotten leaves a place; otherwise whoever was used longest ago does', async () => {
  const { disk, owned } = open()
  await owned.of('ada', 'cache').write('of ada')
  await owned.of('grace', 'cache').write('of grace')
  await owned.of('ada', 'cache').read()
  await owned.of('linus', 'cache').write('of linus')
  expect(disk.documents.get('cache.1')).toBe('"of linus"')
  expect(await owned.of('ada', 'cache').read()).toBe('of ada')
  for (const owner of ['ada', 'linus']) {
    await owned.of(owner, 'cache').remove()
    await owned.forget(owner)
  }
  expect([...disk.documents.keys()]).toEqual([])
})

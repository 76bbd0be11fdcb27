import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Field, ObjectType } from '../objects/objects.store.ts'
import { startTestService } from '../test/testing.ts'
import { expectFailure } from './refusal-testing.ts'
import { createDatabases, svc, svcJson } from './svc-testing.ts'
import { typesOfWorkspace } from './types.ts'

const { fresh } = createDatabases()
const folder = mkdtempSync(join(tmpdir(), 'svc-types-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const objectOf = (slug: string, pluralName = slug) => ({ id: `obj_${slug}`, slug, pluralName }) as ObjectType
const fieldOf = (slug: string, field: Partial<Field>): Field => ({
  id: `fld_${slug}`,
  objectId: 'obj_deals',
  slug,
  name: slug,
  kind: 'text',
  required: false,
  primary: false,
  readOnly: false,
  proOnly: false,
  inPreview: false,
  retired: false,
  options: null,
  position: 0,
  ...field,
})
const choices = [
  { id: 'won', name: 'Won', color: '#000000' },
  { id: 'not "yet"', name: 'Not yet', color: '#000000' },
]

test('AGT-02 FLD-03 each kind of field has its type: choices as unions, optional where not required, readonly where it is', () => {
  const fields = [
    fieldOf('name', { name: 'Name', required: true }),
    fieldOf('stage', { kind: 'status', required: true, options: { choices } }),
    fieldOf('tags', { kind: 'multi_select', options: { choices } }),
    fieldOf('nothing', { kind: 'select', options: { choices: [] } }),
    fieldOf('amount', { kind: 'currency', options: { currencyCode: 'EUR' } }),
    fieldOf('open', { kind: 'checkbox' }),
    fieldOf('people', { kind: 'user_reference', options: { multiple: true } }),
    fieldOf('company', { kind: 'record_reference' }),
    fieldOf('place', { kind: 'location' }),
    fieldOf('raw', { kind: 'json', readOnly: true }),
    fieldOf('note', { id: 'fld_1' }),
    fieldOf('note', { id: 'fld_2', name: 'Odd */ name' }),
    fieldOf('2-odd', {}),
  ]
  const text = typesOfWorkspace('acme', [objectOf('deals', 'Deals')], fields)
  const members = [...text.matchAll(/^ {2}(?!\/\*)(.+)$/gm)].map(([, line]) => line)
  expect(members.slice(0, 13)).toEqual([
    'name: string',
    'stage: "won" | "not \\"yet\\""',
    'tags?: ("won" | "not \\"yet\\"")[]',
    'nothing?: never',
    'amount?: number',
    'open?: boolean',
    'people?: string[]',
    'company?: string',
    'place?: Location',
    'readonly raw?: unknown',
    'fld_1?: string',
    'fld_2?: string',
    '"2-odd"?: string',
  ])
  expect(text).toContain('/** Odd * / name */')
  expect(text).toContain('/** Deals */\nexport type Deals = {')
  expect(text).toContain('export type Location = {')
})

test('AGT-02 two objects never share the name of a type', () => {
  const objects = ['deal-stages', 'deal_stages', 'workspace', '3d'].map((slug) => objectOf(slug))
  const text = typesOfWorkspace('acme', objects, [])
  expect(text).toContain(`export type Workspace = {
  "deal-stages": DealStages
  deal_stages: DealStages2
  workspace: Workspace2
  "3d": Object3d
}`)
})

test('AGT-02 CLI-03 svc types writes a file or standard output, and replaces no file without --force', async () => {
  const database = fresh()
  await svcJson('workspace', 'create', '--slug', 'acme', '--starter', '--database', database)
  const on = ['--workspace', 'acme', '--database', database]
  const file = join(folder, 'acme.ts')
  expect(await svcJson('types', file, ...on)).toEqual({
    workspace: 'acme',
    file,
    objects: expect.arrayContaining(['companies', 'people']),
  })
  const text = readFileSync(file, 'utf8')
  expect(text).toMatch(/^ {2}companies: Companies$/m)
  expect(await svc('types', ...on)).toEqual({ exitCode: 0, stdout: text, stderr: '' })
  writeFileSync(file, 'mine')
  await expectFailure(['types', file, ...on], 'already_exists')
  expect(readFileSync(file, 'utf8')).toBe('mine')
  await svcJson('types', file, '--force', ...on)
  expect(readFileSync(file, 'utf8')).toBe(text)
})

test('AGT-02 CLI-03 svc types asks a running service, with an access key, for the same types', async () => {
  const service = await startTestService()
  const workspace = await service.createWorkspace({ slug: 'acme' })
  const owner = await service.addMember(workspace)
  await service.createObject(workspace, 'deals', [
    { slug: 'name', kind: 'text', required: true, primary: true },
    { slug: 'stage', kind: 'status', options: { choices } },
  ])
  const file = join(folder, 'asked.ts')
  const keyFile = join(folder, 'key')
  writeFileSync(keyFile, (await service.createKey(workspace, owner, ['objects:read'])).token)
  const words = ['types', file, '--base-url', service.baseUrl, '--token-file', keyFile]
  expect(await svcJson(...words)).toEqual({ workspace: 'acme', file, objects: ['deals'] })
  expect(readFileSync(file, 'utf8')).toContain('stage?: "won" | "not \\"yet\\""')
  writeFileSync(keyFile, (await service.createKey(workspace, owner, ['tasks:read'])).token)
  await expectFailure([...words, '--force'], 'insufficient_scope')
  writeFileSync(keyFile, 'svc_wrong')
  await expectFailure([...words, '--force'], 'unauthorized')
  await service.close()
  await expectFailure(words, 'service_unreachable', /connection/)
})

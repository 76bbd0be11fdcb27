// Every POST of the document that takes an `Idempotency-Key`, sent twice with one: by the same caller, by a token that lacks a scope,
// and by a person whose role became a lesser one. Generated from the document.
import { afterAll, describe, expect, test } from 'vitest'
import { launcherScopes } from '../../../shared/api/primitives.ts'
import type { Exchange } from './document.ts'
import { sampleOf } from './samples.ts'
import { changedTables, startStage } from './stage.ts'

const stage = await startStage()
afterAll(() => stage.close())

const { here, service, operations } = stage
const repeatable = operations.filter(({ parameters }) =>
  parameters.some(({ name }) => name === 'Idempotency-Key'),
)
const ofLauncher = repeatable.filter(({ surface }) => surface === 'launcher')
const ofDevelopers = repeatable.filter(({ surface }) => surface === 'developer')

const once = { 'idempotency-key': 'once' }
const isReplayed = ({ headers }: Exchange) => headers['idempotent-replayed'] === 'true'
const refusalIn = ({ status, text }: Exchange) => (status === 403 ? JSON.parse(text).error.code : undefined)

test('GEN-12 both surfaces have requests that can be repeated', () => {
  expect(ofLauncher.length).toBeGreaterThan(0)
  expect(ofDevelopers.length).toBeGreaterThan(5)
})

test.each(repeatable.map((operation) => [operation.name, operation] as const))(
  'GEN-12 %s: sent again it is answered as before and does nothing more',
  async (_, operation) => {
    const sample = await sampleOf(operation, here)
    const first = await stage.ask(operation, sample, undefined, once)
    const before = await stage.contents()
    const again = await stage.ask(operation, sample, undefined, once)
    expect([again.status, again.text, isReplayed(again)]).toEqual([first.status, first.text, true])
    expect(changedTables(before, await stage.contents())).toEqual([])
  },
)

describe.each(ofLauncher.map((operation) => [operation.name, operation] as const))('%s', (_, operation) => {
  test.each(operation.scopes)(
    'GEN-12 AUT-06 the answer is not given again to a token of the person without %s',
    async (missing) => {
      const sample = await sampleOf(operation, here)
      await stage.ask(operation, sample, undefined, once)
      const others = launcherScopes.filter((scope) => scope !== missing)
      const narrow = await service.signIn(here.workspace, here.owner, others)
      const answer = await stage.ask(operation, sample, narrow, once)
      expect([refusalIn(answer), isReplayed(answer)]).toEqual(['insufficient_scope', false])
      expect(isReplayed(await stage.ask(operation, sample, undefined, once))).toBe(true)
    },
  )
})

// The scopes of a key never change, and no other key has its answers. The role of its owner can.
test.each(ofDevelopers.map((operation, index) => [operation.name, operation, index] as const))(
  'GEN-12 AUT-09 %s: whoever became a member is given again what a member may do, and nothing else',
  async (_, operation, index) => {
    const email = `admin-${index}@acme.test`
    const admin = await service.addMember(here.workspace, { email, role: 'admin' })
    const { token } = await service.createKey(here.workspace, admin)
    const sample = await sampleOf(operation, here)
    const first = await stage.ask(operation, sample, token, once)
    await service.addMember(here.workspace, { email, role: 'member' })
    const again = await stage.ask(operation, sample, token, once)
    const refusal = refusalIn(await stage.ask(operation, await sampleOf(operation, here), token))
    expect(first.status).toBeLessThan(300)
    expect([refusalIn(again), isReplayed(again)]).toEqual([refusal, refusal === undefined])
  },
)

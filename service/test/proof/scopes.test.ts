// Every operation with every single scope, with all scopes but one, with the other surface's token, and with none:
// exactly what the document's security says. Generated from the document.
import { afterAll, describe, expect, test } from 'vitest'
import { launcherScopes, type Scope } from '../../../shared/api/primitives.ts'
import { keyScopes } from '../../access/principal.ts'
import type { Operation } from './document.ts'
import { missingFor, sampleOf } from './samples.ts'
import { startStage } from './stage.ts'

const stage = await startStage()
afterAll(() => stage.close())

const { here, service, operations } = stage
const guarded = operations.filter(({ surface }) => surface !== 'open')

type Holder = { scopes: readonly Scope[]; token: string }

/** A token of each single scope, and of all but each. */
const holders = async (
  all: readonly Scope[],
  token: (scopes: readonly Scope[]) => Promise<string>,
): Promise<Holder[]> => {
  const sets = all.flatMap((scope) => [[scope], all.filter((other) => other !== scope)])
  const made: Holder[] = []
  for (const scopes of sets) made.push({ scopes, token: await token(scopes) })
  return made
}

const tokens = {
  developer: await holders(
    keyScopes,
    async (scopes) => (await service.createKey(here.workspace, here.owner, scopes)).token,
  ),
  launcher: await holders(launcherScopes, (scopes) => service.signIn(here.workspace, here.owner, scopes)),
  open: [],
}

/** A write scope includes its read scope; `comments:write` has none (AUT-05). */
const allows = (held: readonly string[], wanted: string) =>
  held.includes(wanted) || (wanted.endsWith(':read') && held.includes(wanted.replace(':read', ':write')))

const outcomeOf = ({ status, text }: { status: number; text: string }) =>
  status < 300 ? 'done' : `${status} ${JSON.parse(text).error?.code ?? 'plain'}`

test('AUT-06 every operation of the document can be tried', () => {
  expect(operations.flatMap(missingFor)).toEqual([])
  expect(guarded.length).toBeGreaterThan(20)
})

describe.each(guarded.map((operation) => [operation.name, operation] as const))('%s', (_, operation) => {
  test('AUT-05 AUT-06 does its work for exactly the scopes that it documents', async () => {
    const outcomes: string[] = []
    const expected: string[] = []
    const spare = await sampleOf(operation, here)
    for (const { scopes, token } of tokens[operation.surface]) {
      const allowed = [operation.scopes, ...operation.instead].some((needed) =>
        needed.every((scope) => allows(scopes, scope)),
      )
      const sample = allowed ? await sampleOf(operation, here) : spare
      const held = scopes.join(' ')
      outcomes.push(`${held}: ${outcomeOf(await stage.ask(operation, sample, token))}`)
      expected.push(`${held}: ${allowed ? 'done' : '403 insufficient_scope'}`)
    }
    expect(outcomes).toEqual(expected)
  })

  test("AUT-01 AUT-08 refuses the other surface's token by its kind, and any other as unknown", async () => {
    const sample = await sampleOf(operation, here)
    const other = (surface: Operation['surface']) => (surface === 'launcher' ? 'developer' : 'launcher')
    const asked = [here.tokens[other(operation.surface)], '', 'svc_unknown', 'unknown']
    const outcomes = []
    for (const token of asked) outcomes.push(outcomeOf(await stage.ask(operation, sample, token)))
    expect(outcomes).toEqual(['403 unsupported_token_kind', '401 plain', '401 plain', '401 plain'])
  })
})

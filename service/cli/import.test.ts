// `svc import` of contacts and tasks, and the workspace that they go into (IMP-01, IMP-02, CLI-03).
import { readFileSync, writeFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { commands } from './commands.ts'
import { runCommandLine } from './run.ts'
import { expectFailure } from './refusal-testing.ts'
import { createDatabases, svc, svcJson } from './svc-testing.ts'

const { inFolder, fresh } = createDatabases()

let database: string
let file: string
const on = () => ['--workspace', 'harbour', '--database', database]
const create = (...more: string[]) =>
  svcJson<{ owner: { email: string; password: string; role: string }; objects: string[] }>(
    'workspace',
    'create',
    '--slug',
    'harbour',
    '--plan',
    'pro',
    '--database',
    database,
    ...more,
  )
const owner = ['--owner-email', 'ada@harbour.test', '--owner-name', 'Ada Vale']

beforeEach(() => {
  database = fresh()
  file = inFolder('my contacts.csv')
  writeFileSync(file, 'Name,Email,Company\nBo Lind,bo@lind.test,Möwe\n,,Nobody\n,,\n,x@,\n')
})

test('CLI-01 a workspace begins with its owner, whose password is printed, and with people and companies', async () => {
  const made = await create(...owner, '--starter')
  expect(made).toMatchObject({
    slug: 'harbour',
    plan: 'pro',
    owner: {
      email: 'ada@harbour.test',
      name: 'Ada Vale',
      role: 'owner',
      password: expect.stringMatching(/^\S{16}$/),
    },
    objects: ['people', 'companies'],
  })
  expect(await svcJson('member', 'list', ...on())).toMatchObject({ members: [{ role: 'owner' }] })
  const again = await runCommandLine(commands, ['member', 'list', ...on()])
  expect(again.output).not.toContain(made.owner.password)
})

test('CLI-01 the first objects are named in German where that is asked for', async () => {
  await create(...owner, '--starter', '--language', 'de')
  const exported = inFolder('german.ndjson')
  await svcJson('export', exported, '--force', ...on())
  expect(readFileSync(exported, 'utf8')).toContain('"Personen"')
  const words = ['workspace', 'create', '--slug', 'second', '--database', database]
  await expectFailure([...words, '--language', 'de'], 'bad_option', /--language needs --starter/)
  await expectFailure([...words, '--starter', '--language', 'fr'], 'bad_option', /--language is en or de/)
})

test('CLI-01 an owner who has an account elsewhere joins by an invitation, and no workspace is left behind', async () => {
  await create(...owner)
  const words = ['workspace', 'create', '--slug', 'second', '--database', database]
  await expectFailure(
    [...words, ...owner, '--starter'],
    'conflict',
    /without --owner-email, then: svc member invite --workspace second/,
  )
  await expectFailure([...words, '--owner-name', 'Ada'], 'bad_option', /needs --owner-email/)
  await svcJson(...words)
})

test('IMP-01 without --yes a file is looked at, nothing is written, and the answer says what to type', async () => {
  await create(...owner, '--starter')
  const before = readFileSync(database.slice('file:'.length))
  const look = await svcJson('import', file, ...on(), '--as', 'ada@harbour.test', '--key', 'email')
  expect(look).toMatchObject({
    format: 'csv',
    encoding: 'utf-8',
    delimiter: ',',
    object: 'people',
    rows: 3,
    leftOut: 1,
    faults: [{ line: 5, column: 'Email', text: 'x@', why: 'not an email address' }, { line: 5 }],
    next: expect.stringMatching(
      /^Nothing was written\. To import: svc import '\S+my contacts\.csv' --workspace harbour --as ada@harbour\.test --key email --yes --database file:/,
    ),
  })
  expect(readFileSync(database.slice('file:'.length)).equals(before)).toBe(true)
  const { output } = await runCommandLine(commands, ['import', file, ...on(), '--human'])
  expect(output).toMatch(/^mapping:\n {2}columns +field\n {2}Name +name\n/m)
  expect(output).toMatch(/^ {2}2 +Bo Lind +bo@lind\.test +Möwe/m)
})

test('IMP-01 with --yes the rows come in; where some are left out the exit code is 2', async () => {
  await create(...owner, '--starter')
  const first = await svc('import', file, ...on(), '--key', 'email', '--yes')
  expect([first.exitCode, JSON.parse(first.stdout)]).toMatchObject([
    2,
    { created: 2, updated: 0, leftOut: 1, alsoCreated: { companies: 1 }, faults: [{ line: 5 }, { line: 5 }] },
  ])
  writeFileSync(file, 'Name,Email\nBo Lind,bo@lind.test\n')
  expect(await svcJson('import', file, ...on(), '--key', 'email', '--yes')).toMatchObject({
    created: 0,
    updated: 0,
    unchanged: 1,
    leftOut: 0,
  })
})

test('IMP-02 an exported workspace is still imported at once', async () => {
  await create(...owner, '--starter')
  const exported = inFolder('harbour.ndjson')
  await svcJson('export', exported, '--force', ...on())
  const copy = fresh()
  const answer = await svcJson('import', exported, '--workspace', 'copy', '--database', copy)
  expect(answer).toMatchObject({ workspace: { slug: 'copy' } })
})

test('IMP-01 files and options that cannot be used are refused in one sentence, and nothing is written', async () => {
  await create(...owner)
  const fails = (words: string[], code: string, sentence: RegExp) =>
    expectFailure(['import', ...words], code, sentence)
  await fails(
    [file, ...on(), '--yes'],
    'not_found',
    /holds people, and the workspace has no object `people`.*`tasks`/,
  )
  await fails([file, ...on(), '--as', 'bo@lind.test'], 'not_found', /bo@lind\.test is not a member/)
  await fails([file, ...on(), '--zone', 'Mars'], 'bad_option', /--zone is a time zone/)
  await fails([file, '--workspace', 'ghost', '--database', database], 'not_found', /no workspace `ghost`/)
  writeFileSync(file, 'Name,Notes\nBo,"cut\n')
  await fails(
    [file, ...on(), '--yes'],
    'invalid_file',
    /my contacts\.csv: Line 2, column “Notes”: a quotation mark/,
  )
  writeFileSync(file, 'Task,Due\n')
  await fails(
    [file, ...on(), '--yes'],
    'invalid_file',
    /contacts\.csv: There is nothing to import: the file has no rows\./,
  )
  await fails([file, ...on(), '--as-owner', 'ada@harbour.test'], 'invalid_file', /not JSON/)
  await fails([file, '--workspace', 'harbour', '--database', fresh()], 'not_found', /no database/)
})

import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { commands } from './commands.ts'
import { runCommandLine } from './run.ts'
import { createDatabases, svc, svcJson } from './svc-testing.ts'

const { fresh } = createDatabases()
const database = fresh()
beforeAll(async () => {
  await svcJson('workspace', 'create', '--slug', 'tiny', '--database', database)
  await svcJson('workspace', 'create', '--slug', 'acme', '--database', database)
  const whose = ['--workspace', 'acme', '--email', 'ada@acme.test', '--name', 'Ada Vale', '--role', 'owner']
  await svcJson('member', 'add', ...whose, '--password', 'a long password', '--database', database)
})

test('CLI-03 the overview lists each command and group, and the help of each command its options and an example', async () => {
  const help = async (...words: string[]) => (await runCommandLine(commands, words)).output
  const overview = await help('--help')
  for (const { name, over } of commands) {
    const [first = '', second = ''] = name.split(' ')
    expect(overview).toMatch(new RegExp(`^  ${first}\\b`, 'm'))
    if (second !== '') expect(await help(first, '--help')).toMatch(new RegExp(`^  ${second}\\b`, 'm'))
    const text = await help(...name.split(' '), '--help')
    expect(text.includes('--database <URL>')).toBe(over !== 'service')
    for (const part of ['--human', 'Exit codes:', `\n  svc ${name}`]) expect(text).toContain(part)
  }
  expect(await help('help', 'backup')).toBe(await help('backup', '--help'))
  expect(await svc()).toMatchObject({ exitCode: 0, stdout: overview, stderr: '' })
})

test('CLI-03 the version is an object like every answer', async () => {
  const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8')
  const { version } = JSON.parse(manifest)
  expect(await svcJson('--version')).toEqual({ version })
  expect((await runCommandLine(commands, ['--version', '--human'])).output).toBe(`version  ${version}\n`)
})

test('CLI-03 --human may come before the command; another option there is refused without its value', async () => {
  const words = ['workspace', 'list', '--database', database]
  const { output } = await runCommandLine(commands, [...words, '--human'])
  expect((await runCommandLine(commands, ['--human', ...words])).output).toBe(output)
  const secret = await runCommandLine(commands, ['--database=postgres://me:secret@host/x', 'migrate'])
  expect(JSON.parse(secret.output).error).toEqual({
    code: 'bad_option',
    message: "Unknown option '--database'. See: svc --help",
  })
})

test('CLI-03 --human prints tables, and failures as a sentence on stderr', async () => {
  const list = (slug: string) => ['member', 'list', '--workspace', slug, '--human', '--database', database]
  expect((await runCommandLine(commands, list('acme'))).output).toMatch(
    /^user id +email +name +role\nusr_\S+ +ada@acme\.test +Ada Vale +owner\n$/,
  )
  const failed = await svc(...list('ghost'))
  expect(failed).toEqual({ exitCode: 1, stdout: '', stderr: 'Error: There is no workspace `ghost`.\n' })
})

test('CLI-01 GEN-09 projects are made and listed by the operator, once each', async () => {
  const on = ['--workspace', 'acme', '--database', database]
  const made = await svcJson('project', 'create', '--slug', 'site', '--name', 'The site', ...on)
  expect(made).toMatchObject({ id: expect.stringMatching(/^prj_/), slug: 'site', name: 'The site' })
  const again = await runCommandLine(commands, ['project', 'create', '--slug', 'site', ...on])
  expect(JSON.parse(again.output).error).toMatchObject({ code: 'already_exists' })
  expect(await svcJson('project', 'list', ...on)).toEqual({ projects: [{ ...made, environments: [] }] })
})

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createOpenedFile, openedFileIn, type OpenedKind } from './opened-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'opened-file-'))
afterAll(() => rmSync(folder, { recursive: true }))
const inFolder = (name: string): string => join(folder, name)

const read = (path: string, kind: OpenedKind = 'calendar') => {
  const files = createOpenedFile(kind)
  files.offer(path)
  return files.read()
}

test.each<[string, string[], NodeJS.Platform, string | null]>([
  ['a path', ['/home/ada/team.ics'], 'linux', '/home/ada/team.ics'],
  ['a path beside the app', ['.', 'Team.ICS'], 'linux', '/work/Team.ICS'],
  ['an address of Linux desktops', ['file:///home/ada/my%20team.ics'], 'linux', '/home/ada/my team.ics'],
  ['a path of Windows', ['C:\\Users\\Ada\\team.ics'], 'win32', 'C:\\Users\\Ada\\team.ics'],
  ['no file', ['.', 'svc-launcher://brief'], 'linux', null],
  ['another kind of file', ['/etc/passwd', '/home/ada/team.ics.exe'], 'linux', null],
  ['a bare extension', ['/home/ada/.ics'], 'linux', null],
  ['two files', ['/a.ics', '/b.ics'], 'linux', null],
  ['two files of two kinds', ['/a.ics', '/b.csv'], 'linux', null],
  ['a zero byte', ['/etc/passwd\0.ics'], 'linux', null],
  ['an escaped zero byte', ['file:///etc/passwd%00.ics'], 'linux', null],
  ['an escaped slash', ['file:///etc%2Fteam.ics'], 'linux', null],
  ['another host', ['file://evil.example/team.ics'], 'linux', null],
  ['another host', ['\\\\evil.example\\share\\team.ics'], 'win32', null],
  ['another host by an address', ['file://evil.example/share/team.ics'], 'win32', null],
  ['another host with slashes', ['//evil.example/share/team.ics'], 'win32', null],
  ['a device', ['\\\\.\\pipe\\team.ics'], 'win32', null],
  ['a web page', ['https://evil.example/team.ics'], 'win32', 'C:\\work\\https:\\evil.example\\team.ics'],
])('CAL-08 a command line with %s names a file or none', (_what, words, platform, expected) => {
  expect(openedFileIn(words, platform === 'win32' ? 'C:\\work' : '/work', platform)?.path ?? null).toBe(
    expected,
  )
})

test.each<[string, OpenedKind | undefined]>([
  ['team.ics', 'calendar'],
  ['people.csv', 'import'],
  ['People.VCF', 'import'],
  ['notes.txt', undefined],
  ['board.json', undefined],
])('CAL-08 IMP-02 %s is opened as %s', (name, kind) => {
  expect(openedFileIn([`/home/ada/${name}`], '/', 'linux')?.kind).toBe(kind)
})

test('CAL-08 an opened file is read when that is asked for, and as it is then', async () => {
  const path = inFolder('team.ics')
  const files = createOpenedFile('calendar')
  files.offer(path)
  expect(files.offered()).toBe('team.ics')
  writeFileSync(path, 'BEGIN:VCALENDAR')
  expect(await files.read()).toEqual({
    ok: true,
    value: { name: 'team.ics', file: new Uint8Array(Buffer.from('BEGIN:VCALENDAR')) },
  })
  files.forget()
  expect(files.offered()).toBeNull()
  expect(await files.read()).toMatchObject({ ok: false, error: { kind: 'invalidInput' } })
})

test.runIf(process.platform !== 'win32').each<[string, (path: string) => void, RegExp]>([
  ['nothing there', () => undefined, /cannot be read/],
  ['a folder', (path) => mkdirSync(path), /not a calendar file/],
  ['a pipe that nobody writes to', (path) => execFileSync('mkfifo', [path]), /not a calendar file/],
  ['a link to a device', (path) => symlinkSync('/dev/zero', path), /not a calendar file/],
  ['a link to a secret', (path) => symlinkSync('/etc/passwd', path), /not a calendar file/],
  ['a link to itself', (path) => symlinkSync(path, path), /cannot be read/],
  [
    'a file of more than 20 MB',
    (path) => {
      writeFileSync(path, '')
      truncateSync(path, 20 * 1024 * 1024 + 1)
    },
    /larger than 20 MB/,
  ],
])('CAL-08 %s is refused, without reading it', async (what, make, words) => {
  const path = inFolder(`${what.replaceAll(' ', '-')}.ics`)
  make(path)
  expect(await read(path)).toMatchObject({
    ok: false,
    error: { kind: 'invalidInput', message: expect.stringMatching(words) },
  })
})

test.runIf(process.platform !== 'win32')(
  'IMP-02 a table that is opened is read, and a link to something else is not',
  async () => {
    const [path, link] = [inFolder('people.csv'), inFolder('link.csv')]
    writeFileSync(path, 'Name\nAda')
    symlinkSync('/etc/passwd', link)
    expect(await read(path, 'import')).toEqual({
      ok: true,
      value: { name: 'people.csv', file: new Uint8Array(Buffer.from('Name\nAda')) },
    })
    expect(await read(link, 'import')).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/not a table/) },
    })
  },
)

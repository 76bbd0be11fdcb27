import { expect, test } from 'vitest'
import { createLaunchRequests } from './launch-requests.ts'
import type { View } from '../../shared/ipc/launcher.ts'
import {
  type LaunchRequest,
  deepLinkIn,
  longestLine,
  parseCommandLine,
  parseDeepLink,
  withInput,
} from './command-line.ts'

const filled = (text: string): LaunchRequest => ({ type: 'open', opening: { kind: 'capture', text } })
const shows = (view: View): LaunchRequest => ({ type: 'show', view })

test.each<[string[], Partial<ReturnType<typeof parseCommandLine>>]>([
  [['--user-data-dir=/p'], { userDataDir: '/p' }],
  [['--user-data-dir', '/p q'], { userDataDir: '/p q' }],
  [['--user-data-dir', '--toggle'], { userDataDir: null, request: { type: 'toggle' } }],
  [['--user-data-dir='], { userDataDir: null }],
  [['--capture', '--hidden'], { request: { type: 'show', view: 'capture' }, hidden: true }],
  [['--brief', '--toggle'], { request: { type: 'toggle' } }],
  [['--capture', 'call bob tomorrow'], { request: filled('call bob tomorrow'), rest: [] }],
  [['--capture=--dry run'], { request: filled('--dry run') }],
  [['--capture', ' one\n two\t'], { request: filled('one two') }],
  [['--capture='], { request: { type: 'show', view: 'capture' } }],
  [
    ['--inspect=0', '--constructor', '.', 'svc-launcher://brief'],
    { request: null, rest: ['.', 'svc-launcher://brief'] },
  ],
])('APP-02 the command line %j is understood', (words, expected) => {
  expect(parseCommandLine(['svc-launcher', ...words])).toMatchObject(expected)
})

test('APP-02 `--capture -` takes standard input, which is read only then', () => {
  const fails = (): string => {
    throw new Error('read')
  }
  expect(withInput(['x', '--capture', '--hidden'], fails)).toEqual(['x', '--capture', '--hidden'])
  expect(withInput(['x', '--capture', '-', '--hidden'], () => 'buy milk\nand bread\n')).toEqual([
    'x',
    '--capture=buy milk and bread',
    '--hidden',
  ])
})

test.each<[string, LaunchRequest | null]>([
  ['svc-launcher://brief', shows('brief')],
  ['svc-launcher://capture/', shows('capture')],
  ['SVC-LAUNCHER://settings', shows('settings')],
  ['svc-launcher://task/0d4f', { type: 'open', opening: { kind: 'task', id: '0d4f' } }],
  ['svc-launcher://record/rec_1/', { type: 'open', opening: { kind: 'record', id: 'rec_1' } }],
  [
    'svc-launcher://search?q=acme%20works',
    { type: 'open', opening: { kind: 'search', query: 'acme works' } },
  ],
  ['svc-launcher://capture?text=Read+this', filled('Read this')],
  ['svc-launcher://capture?text=Read&url=https://a.test/x%3Fy', filled('Read https://a.test/x?y')],
  ['svc-launcher://capture?url=https://a.test/', filled('https://a.test/')],
  ['svc-launcher://capture?text=Read&url=file:///etc/hosts', filled('Read')],
  ['svc-launcher://capture?text=a%00%0Ab', filled('a b')],
  ['svc-launcher://capture?text=', shows('capture')],
  ['svc-launcher://capture?text=a&save=true', null],
  ['svc-launcher://capture?text=a&text=b', null],
  ['svc-launcher://task/', null],
  ['svc-launcher://task/1/2', null],
  ['svc-launcher://task/1?done=true', null],
  ['svc-launcher://meeting/1', null],
  ['svc-launcher://search?q=', null],
  ['svc-launcher://brief?code=x', null],
  ['svc-launcher://brief#x', null],
  ['svc-launcher://delete-everything', null],
  ['svc-launcher://user@brief', null],
  ['svc-launcher://:secret@brief', null],
  ['https://brief', null],
  ['', null],
])('APP-09 the link %s only shows something or fills in a line', (link, expected) => {
  expect(parseDeepLink(link)).toEqual(expected)
})

test('APP-09 a text from outside is cut to what a line can hold', () => {
  const link = `svc-launcher://capture?text=${'a'.repeat(longestLine - 1)}%F0%9F%98%80`
  expect(parseDeepLink(link)).toEqual(filled('a'.repeat(longestLine - 1)))
})

test('APP-09 two links in one command line are refused', () => {
  expect(deepLinkIn(['/app', 'svc-launcher://brief'])).toEqual(shows('brief'))
  expect(deepLinkIn(['svc-launcher://brief', 'svc-launcher://capture'])).toBeNull()
})

test('APP-02 requests before the window exists are queued, the start itself first', () => {
  const launchRequests = createLaunchRequests('linux')
  const got: LaunchRequest[] = []
  launchRequests.secondStart(['x', '--hidden'], '/')
  launchRequests.secondStart(['x', '--brief'], '/')
  launchRequests.start(['x'], '/')
  launchRequests.deliverTo((request) => got.push(request))
  launchRequests.secondStart(['x', '--toggle'], '/')
  launchRequests.secondStart(['x', 'team.ics'], '/home/ada')
  launchRequests.secondStart(['x', 'people.vcf'], '/home/ada')
  launchRequests.secondStart(['x', 'svc-launcher://capture'], '/')
  expect(got).toEqual([
    { type: 'show', view: 'palette' },
    { type: 'show', view: 'brief' },
    { type: 'toggle' },
    { type: 'openFile', kind: 'calendar', path: '/home/ada/team.ics' },
    { type: 'openFile', kind: 'import', path: '/home/ada/people.vcf' },
    { type: 'show', view: 'capture' },
  ])
})

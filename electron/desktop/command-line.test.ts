import { expect, test } from 'vitest'
import { createLaunchRequests } from './launch-requests.ts'
import { type LaunchRequest, deepLinkIn, parseCommandLine, parseDeepLink } from './command-line.ts'

test.each<[string[], Partial<ReturnType<typeof parseCommandLine>>]>([
  [['--user-data-dir=/p'], { userDataDir: '/p' }],
  [['--user-data-dir', '/p q'], { userDataDir: '/p q' }],
  [['--user-data-dir', '--toggle'], { userDataDir: null, request: { type: 'toggle' } }],
  [['--user-data-dir='], { userDataDir: null }],
  [['--capture', '--hidden'], { request: { type: 'show', view: 'capture' }, hidden: true }],
  [['--brief', '--toggle'], { request: { type: 'toggle' } }],
  [
    ['--inspect=0', '--constructor', '.', 'svc-launcher://brief'],
    { request: null, rest: ['.', 'svc-launcher://brief'] },
  ],
])('APP-02 the command line %j is understood', (words, expected) => {
  expect(parseCommandLine(['svc-launcher', ...words])).toMatchObject(expected)
})

test.each([
  ['svc-launcher://brief', 'brief'],
  ['svc-launcher://capture/', 'capture'],
  ['SVC-LAUNCHER://settings', 'settings'],
  ['svc-launcher://brief?code=x', null],
  ['svc-launcher://brief#x', null],
  ['svc-launcher://delete-everything', null],
  ['svc-launcher://user@brief', null],
  ['svc-launcher://:secret@brief', null],
  ['https://brief', null],
  ['', null],
])('APP-09 the link %s may at most show a view', (link, expected) => {
  expect(parseDeepLink(link)).toBe(expected)
})

test('APP-09 two links in one command line are refused', () => {
  expect(deepLinkIn(['/app', 'svc-launcher://brief'])).toBe('brief')
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

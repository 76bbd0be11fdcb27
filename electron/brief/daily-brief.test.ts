import { describe, expect, test } from 'vitest'
import type { Brief } from '../../shared/api/launcher/search.ts'
import { failed, type Reply, succeeded } from '../../shared/errors.ts'
import { taskWith } from '../../shared/fixtures-testing.ts'
import type { BriefSection } from '../../shared/ipc/launcher.ts'
import { memoryFile } from '../storage/document.fake.ts'
import { createDailyBrief } from './daily-brief.ts'

const task = (id: string, dueDate: string | null) => taskWith({ id, dueDate })
const briefOf = (...tasks: Brief['tasks']): Brief => ({
  tasks,
  meetings: [],
  notifications: [],
  integrationIssues: [],
})

type Answer = { brief: Brief; fetchedAt: number; source: 'live' | 'cached'; failed: BriefSection[] }
const start = () => {
  const { disk, file } = memoryFile()
  let now = new Date('2026-11-20T08:30:00')
  let owner = 'ada'
  let reply: Reply<Answer> = failed({ kind: 'offline', message: 'm' })
  const meanwhile: Partial<Record<'asked' | 'read', () => void>> = {}
  const open = () =>
    createDailyBrief({
      read: () => {
        meanwhile.asked?.()
        return Promise.resolve(reply)
      },
      file: {
        ...file,
        read: async () => {
          const kept = await file.read()
          meanwhile.read?.()
          return kept
        },
      },
      owner: () => owner,
      now: () => now,
      onProblem: () => undefined,
    })
  const ask = async (
    time: string,
    brief: Brief,
    source: 'live' | 'cached' = 'live',
    who = 'ada',
    failed: BriefSection[] = [],
  ) => {
    now = new Date(time)
    owner = who
    reply = succeeded({ brief, fetchedAt: 0, source, failed })
    // A new instance each time, as after a restart.
    const got = await open().get()
    return got.ok ? got.value.changes : got.error
  }
  return {
    ask,
    open,
    become: (who: string) => (owner = who),
    content: () => disk.content,
    /** Runs during the request or the read. */
    when: (moment: 'asked' | 'read', happens: () => void) => (meanwhile[moment] = happens),
  }
}

describe('the brief as a difference', () => {
  const due = '2026-11-20T17:00:00Z'

  test('APP-04 lists new, moved and gone tasks since the last brief of an earlier day', async () => {
    const { ask } = start()
    expect(await ask('2026-11-19T08:30:00', briefOf(task('old', null)))).toBeUndefined()
    await ask('2026-11-19T17:40:00', briefOf(task('a', due), task('b', due), task('c', null)))
    const today = briefOf(task('a', due), task('b', '2026-11-21T17:00:00Z'), task('d', null))
    const changes = {
      since: new Date('2026-11-19T17:40:00').getTime(),
      newTaskIds: ['d'],
      movedTaskIds: ['b'],
      goneCount: 1,
    }
    expect(await ask('2026-11-20T08:30:00', today)).toEqual(changes)
    // A second look on the same day still compares with the day before.
    expect(await ask('2026-11-20T12:00:00', today)).toEqual(changes)
  })

  test('APP-04 a cached brief and another account’s brief are not compared', async () => {
    const { ask } = start()
    await ask('2026-11-19T08:30:00', briefOf(task('a', due)))
    expect(await ask('2026-11-20T08:30:00', briefOf(), 'cached')).toBeUndefined()
    expect(await ask('2026-11-20T08:31:00', briefOf(), 'live', 'grace')).toBeUndefined()
  })

  test('APP-04 tasks that could not be read are neither gone nor stored', async () => {
    const { ask } = start()
    await ask('2026-11-19T08:30:00', briefOf(task('a', due)))
    expect(await ask('2026-11-20T08:30:00', briefOf(), 'live', 'ada', ['tasks'])).toBeUndefined()
    expect(await ask('2026-11-20T08:31:00', briefOf(task('a', due)))).toMatchObject({ goneCount: 0 })
  })

  test('APP-01 signing out deletes the snapshots', async () => {
    const { ask, open } = start()
    await ask('2026-11-19T08:30:00', briefOf(task('a', due)))
    open().forget()
    expect(await ask('2026-11-20T08:30:00', briefOf())).toBeUndefined()
  })

  test.each(['asked', 'read'] as const)(
    'APP-01 signing out while the brief or the snapshots are being %s stores nothing',
    async (moment) => {
      const { ask, open, content, when } = start()
      await ask('2026-11-19T08:30:00', briefOf(task('a', due)))
      const brief = open()
      when(moment, brief.forget)
      expect(await brief.get()).toMatchObject({ ok: true })
      expect(content()).toBeNull()
    },
  )
})

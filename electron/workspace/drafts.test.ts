import { describe, expect, test } from 'vitest'
import { succeeded } from '../../shared/errors.ts'
import type { Draft } from '../../shared/ipc/launcher.ts'
import { memoryFile } from '../storage/document.fake.ts'
import { createDrafts, type Drafts } from './drafts.ts'

const person = () => {
  const { disk, file } = memoryFile()
  const state = { owner: 'ada' as string | null, now: 1_000 }
  const timers = new Set<() => void>()
  const type = () =>
    createDrafts({
      file,
      owner: () => state.owner,
      now: () => (state.now += 1),
      setTimer: (run, ms) => {
        expect(ms).toBe(300)
        timers.add(run)
        return () => timers.delete(run)
      },
      onProblem: () => undefined,
    })
  /** Drafts whose write delay ends at once. */
  const open = (): Drafts => {
    const drafts = type()
    const set: Drafts['set'] = async (...what) => {
      const reply = await drafts.set(...what)
      await drafts.settled()
      return reply
    }
    return { ...drafts, set }
  }
  const pause = async (): Promise<void> => {
    for (const run of timers) run()
    timers.clear()
    await new Promise(setImmediate)
  }
  return { state, disk, open, type, pause }
}
const titles = async (drafts: Drafts): Promise<string[]> => {
  const reply = await drafts.list()
  return reply.ok ? reply.value.map(({ title }) => title) : []
}

describe('APP-05 drafts', () => {
  const line: Draft = {
    text: 'Call @grace tomorrow',
    manual: [{ start: 5, end: 11, as: 'person', id: 'u2', name: 'Grace Hopper' }],
  }

  test('APP-05 a draft outlives the program and belongs to who wrote it', async () => {
    const { state, open } = person()
    await open().set('capture:1', line)
    const again = open()
    expect(await again.get('capture:1')).toEqual(succeeded(line))
    expect(await again.get('newTask:1')).toEqual(succeeded(null))
    state.owner = 'grace'
    expect(await again.get('capture:1')).toEqual(succeeded(null))
    expect(await titles(again)).toEqual([])
    state.owner = 'ada'
    await again.set('capture:1', null)
    expect(await open().get('capture:1')).toEqual(succeeded(null))
  })

  test('APP-05 letters that come within a pause are one write, and one that goes on for long is written in between', async () => {
    const { disk, type, open, pause } = person()
    const drafts = type()
    for (const text of ['C', 'Ca', 'Cal']) await drafts.set('capture:1', { text })
    expect([disk.writes, await titles(drafts)]).toEqual([0, ['Cal']])
    await pause()
    for (const text of ['Call', 'Call A']) await drafts.set('capture:1', { text })
    expect([disk.writes, await titles(open())]).toEqual([1, ['Cal']])
    await pause()
    expect([disk.writes, await titles(open())]).toEqual([2, ['Call A']])
    await pause()
    expect(disk.writes).toBe(2)
  })

  test('APP-05 what is forgotten is off the disk at once: a kill does not bring back what was saved', async () => {
    const { type, open } = person()
    const drafts = type()
    await drafts.set('capture:1', line)
    await drafts.set('newTask:1', { text: 'Offsite' })
    await drafts.set('capture:1', null)
    expect(await titles(open())).toEqual(['Offsite'])
  })

  test('APP-05 they are listed newest first, each by its title', async () => {
    const { open } = person()
    const drafts = open()
    await drafts.set('capture:1', line)
    await drafts.set('newTask:1', { text: '', form: { values: { title: ' Offsite ' } } })
    await drafts.set('edit:t1', {
      text: '',
      form: {
        values: { estimate: 'lon' },
        of: { title: 'Renewal', fields: { estimatedTime: 60 } },
      },
    })
    expect(await titles(drafts)).toEqual(['Renewal', 'Offsite', 'Call @grace tomorrow'])
    await drafts.set('capture:1', line)
    expect((await titles(open()))[0]).toBe('Call @grace tomorrow')
  })

  test('APP-05 APP-06 words typed as the session ends are kept for the same person', async () => {
    const { state, open } = person()
    const drafts = open()
    await drafts.list()
    state.owner = null
    expect(await drafts.set('capture:1', line)).toEqual(succeeded(undefined))
    state.owner = 'ada'
    expect(await drafts.get('capture:1')).toEqual(succeeded(line))
  })

  test('APP-05 a file that could not be read once is read again, and no draft of it is lost', async () => {
    const { disk, open } = person()
    await open().set('capture:1', line)
    const drafts = open()
    disk.isUnreadable = true
    await expect(drafts.get('capture:1')).rejects.toThrow('EBUSY')
    disk.isUnreadable = false
    expect(await drafts.get('capture:1')).toEqual(succeeded(line))
    await drafts.set('newTask:1', { text: 'Offsite' })
    expect(await titles(open())).toEqual(['Offsite', line.text])
  })

  test('APP-05 before anybody has signed in nothing is kept', async () => {
    const { state, disk, open } = person()
    state.owner = null
    expect(await open().set('capture:1', line)).toMatchObject({ ok: false, error: { kind: 'signedOut' } })
    expect(disk.content).toBeNull()
  })

  test.each([
    { what: 'lines', most: 30, key: 'capture' as const, other: 'edit:t1' as const },
    { what: 'edits', most: 200, key: 'edit' as const, other: 'capture:1' as const },
  ])(
    'APP-05 of many $what that were left the newest $most stay, and always the one that is being written',
    async ({ most, key, other }) => {
      const { state, open } = person()
      const drafts = open()
      await drafts.set(other, { text: 'Of another kind' })
      for (let index = 1; index <= most + 5; index += 1)
        await drafts.set(`${key}:t${index}`, { text: `Draft ${index}` })
      const kept = await titles(open())
      expect(kept).toHaveLength(most + 1)
      expect(kept).toEqual(expect.arrayContaining(['Of another kind', 'Draft 6', `Draft ${most + 5}`]))

      // The clock was set back.
      state.now = 0
      await drafts.set(`${key}:late`, { text: 'Late' })
      const after = await titles(open())
      expect(after).toHaveLength(most + 1)
      expect(after).toContain('Late')
      expect(after).not.toContain('Draft 6')
      await drafts.set(`${key}:late`, null)
      expect(await titles(open())).toHaveLength(most)
    },
  )
})

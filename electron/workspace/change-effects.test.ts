import { describe, expect, test } from 'vitest'
import type { Change } from '../../shared/api/changes.ts'
import { succeeded } from '../../shared/errors.ts'
import type { ChangedData } from '../../shared/ipc/launcher.ts'
import { rowWith } from '../../shared/search/row-testing.ts'
import { createChangeEffects } from './change-effects.ts'

const changeOf = (id: string, more: Partial<Change> = {}): Change => ({
  kind: 'task',
  id,
  action: 'updated',
  item: null,
  actor: { type: 'person', id: 'lena', name: 'Lena' },
  at: '2026-11-28T08:00:00.000Z',
  ...more,
})

describe('FED-03 effects of changes', () => {
  const effects = () => {
    const said: ChangedData[] = []
    const forgotten: string[] = []
    const read: string[] = []
    const apply = createChangeEffects({
      cache: {
        find: (kind, id) => (id === 'unknown' ? null : rowWith({ kind, id, title: id })),
        forget: (kind, id) => void forgotten.push(`${kind}:${id}`),
      },
      reads: {
        detail: ({ id }) => {
          read.push(id)
          return Promise.resolve(succeeded({ task: null, record: null, meeting: null }))
        },
        refresh: () => {
          read.push('home')
          return Promise.resolve(succeeded(undefined))
        },
        refreshBrief: () => {
          read.push('brief')
          return Promise.resolve()
        },
      },
      onData: (what) => said.push(what),
    })
    return { apply, said, forgotten, read }
  }

  test('cached rows are read again, gone ones are dropped, and the page hears of just these kinds', async () => {
    const { apply, said, forgotten, read } = effects()
    const gone = [changeOf('x', { action: 'gone' }), changeOf('y', { kind: 'record', action: 'archived' })]
    apply([changeOf('a'), changeOf('a'), changeOf('unknown'), ...gone])
    expect(forgotten).toEqual(['task:x', 'record:y'])
    expect(said).toEqual([{ kinds: ['task', 'record'], gone: ['task:x', 'record:y'], unseen: ['task:x'] }])
    expect(read).toEqual(['a', 'brief'])
    await new Promise(setImmediate)
    expect(said.at(-1)).toBe('home')
  })

  test('one that came back is not dropped, and a record alone does not read the brief', () => {
    const { apply, forgotten, read } = effects()
    apply([
      changeOf('r', { kind: 'record', action: 'archived' }),
      changeOf('r', { kind: 'record', action: 'restored' }),
    ])
    expect([forgotten, read]).toEqual([[], ['r']])
  })

  test('where anything may have changed, everything is invalidated and read', () => {
    const { apply, said, read } = effects()
    apply('unknown')
    expect([said, read]).toEqual([['everything'], ['home']])
  })

  test('many rows are not read one by one', () => {
    const { apply, read } = effects()
    apply(Array.from({ length: 500 }, (_, at) => changeOf(String(at))))
    expect(read).toHaveLength(9)
  })
})

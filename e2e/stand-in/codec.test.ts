import { describe, expect, it } from 'vitest'
import { createCodec } from './codec.ts'

const { encode, decode } = createCodec()
const roundTrip = (value: unknown): unknown => decode(encode(value))

describe('codec', () => {
  it.each([
    ['text', 'ünï "quoted"'],
    ['numbers that JSON lacks', [Number.NaN, Infinity, -Infinity, -0, 0.5]],
    ['undefined, also as a member', { a: undefined, b: [undefined, null] }],
    ['bigint', 2n ** 70n],
    ['a date, also an invalid one', [new Date(0), new Date(Number.NaN)]],
    ['maps of maps', new Map<unknown, unknown>([[{ key: [1] }, new Map([['a', new Set(['b', ['c']])]])]])],
    ['a pattern', /a.*b/giu],
    ['bytes', [new Uint8Array([0, 127, 255]), new Float64Array([0.1]), new Uint8Array(0)]],
    ['what looks like a tag', ['array', ['bigint', '1'], { map: ['set'] }]],
    ['a member called __proto__', JSON.parse('{"__proto__": {"polluted": true}}')],
  ])('keeps %s', (_, value) => {
    expect(roundTrip(value)).toEqual(value)
  })

  it('keeps class, message and cause of an error', () => {
    const error = roundTrip(new RangeError('too far', { cause: { by: 3 } })) as Error
    expect(error).toBeInstanceOf(RangeError)
    expect([error.message, error.cause]).toEqual(['too far', { by: 3 }])
    expect((roundTrip(Object.assign(new Error('x'), { name: 'ConflictError' })) as Error).name).toBe(
      'ConflictError',
    )
  })

  it('keeps cycles and shared objects, also behind containers of every kind', () => {
    const shared = { when: new Date(1) }
    const value: Record<string, unknown> = {
      date: shared.when,
      map: new Map([['x', shared]]),
      list: [shared],
    }
    value['self'] = value
    const copy = roundTrip(value) as {
      self: unknown
      date: Date
      map: Map<string, typeof shared>
      list: [typeof shared]
    }
    expect(copy.self).toBe(copy)
    expect(copy.map.get('x')).toBe(copy.list[0])
    expect(copy.list[0].when).toBe(copy.date)
  })

  it('copies only the part of a buffer that a view shows', () => {
    expect(roundTrip(new Uint8Array([1, 2, 3, 4]).subarray(1, 3))).toEqual(new Uint8Array([2, 3]))
    expect(roundTrip(Buffer.from('ab'))).toEqual(new Uint8Array([97, 98]))
  })

  it.each([
    ['a function', { call: () => 1 }],
    ['a symbol', Symbol('x')],
    ['a promise', Promise.resolve(1)],
    ['a weak map', new WeakMap()],
  ])('refuses %s', (_, value) => {
    expect(() => encode(value)).toThrow(/could not be cloned/)
  })

  it('hands functions and promises over by number when it can', () => {
    const kept: object[] = []
    const bridge = createCodec({
      reference: (value) => kept.push(value) - 1,
      revive: (id, kind) => ({ kind, same: kept[id] }),
    })
    const call = (): number => 1
    expect(bridge.decode(bridge.encode([call]))).toEqual([{ kind: 'function', same: call }])
  })
})

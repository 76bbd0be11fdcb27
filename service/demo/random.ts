// Pseudo-random numbers from a seed, so that two demo databases differ only in their clock.

export type Random = {
  /** At least 0, below 1. */
  fraction(): number
  /** From `min` to `max`, inclusive. */
  whole(min: number, max: number): number
  /** True in `percent` of a hundred cases. */
  chance(percent: number): boolean
  pick<T>(list: readonly [T, ...T[]]): T
  /** Some of a list, in its order. */
  some<T>(list: readonly T[], count: number): T[]
  /** An id with a prefix, or a UUID. */
  id(prefix: string): string
  uuid(): string
}

/** FNV-1a: one number from a text. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return value >>> 0
}

const base32 = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * mulberry32. Good enough for names and dates; never for secrets.
 * @param stream an independent sequence of the same seed. Each has its own step, so that two streams that meet part again
 *   and share no id. Another seed would only begin elsewhere in the same cycle.
 */
export function createRandom(seed: string, stream = 0): Random {
  let state = hash(seed)
  const step = 0x6d2b79f5 + 2 * stream
  const fraction = () => {
    state = (state + step) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (min: number, max: number) => min + Math.floor(fraction() * (max - min + 1))
  const text = (length: number, alphabet: string) =>
    Array.from({ length }, () => alphabet.charAt(whole(0, alphabet.length - 1))).join('')

  return {
    fraction,
    whole,
    chance: (percent) => fraction() * 100 < percent,
    pick: (list) => list[whole(0, list.length - 1)] ?? list[0],
    some(list, count) {
      const left = list.map((item, index) => ({ item, index, order: fraction() }))
      return left
        .toSorted((one, other) => one.order - other.order)
        .slice(0, count)
        .toSorted((one, other) => one.index - other.index)
        .map(({ item }) => item)
    },
    id: (prefix) => `${prefix}_${text(26, base32)}`,
    uuid() {
      const hex = (length: number) => text(length, '0123456789abcdef')
      return `${hex(8)}-${hex(4)}-4${hex(3)}-${text(1, '89ab')}${hex(3)}-${hex(12)}`
    },
  }
}

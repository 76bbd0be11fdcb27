// A least-recently-used cache.

export type Lru<Key, Value> = {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): void
}

/** Keeps this many entries and drops the least recently used first. */
export const createLru = <Key, Value>(most: number): Lru<Key, Value> => {
  // The map's order is the order of last use.
  const values = new Map<Key, Value>()
  return {
    get(key) {
      const value = values.get(key)
      if (value === undefined) return undefined
      values.delete(key)
      values.set(key, value)
      return value
    },
    set(key, value) {
      values.delete(key)
      values.set(key, value)
      if (values.size <= most) return
      for (const oldest of values.keys()) {
        values.delete(oldest)
        return
      }
    },
  }
}

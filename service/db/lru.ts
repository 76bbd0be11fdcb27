// A memory of the last things that were used.

export type Recent<Key, Value> = {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): void
}

/** Remembers this many: what was not used for the longest time is forgotten first. */
export const createRecent = <Key, Value>(most: number): Recent<Key, Value> => {
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

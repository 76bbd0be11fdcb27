// Structured-clone values as JSON text, for what crosses between Node, the preload's world and the page. The function is
// also injected into pages as source text, so it may use nothing from outside itself.

export interface CodecParts {
  /** Turns a function or promise into an id; without it they are refused, as by structured clone. */
  reference?: (value: object, kind: 'function' | 'promise') => number
  /** Turns the id back into something that can be called or awaited. */
  revive?: (id: number, kind: 'function' | 'promise') => unknown
}

export interface Codec {
  encode: (value: unknown) => string
  decode: (text: string) => unknown
}

export function createCodec(parts: CodecParts = {}): Codec {
  type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
  const refuse = (what: string): never => {
    throw new Error(`An object could not be cloned: ${what}`)
  }
  const toBase64 = (bytes: Uint8Array): string => {
    let binary = ''
    for (let start = 0; start < bytes.length; start += 0x8000)
      binary += String.fromCharCode(...bytes.subarray(start, start + 0x8000))
    return btoa(binary)
  }
  const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  const views: Record<string, (buffer: ArrayBuffer) => unknown> = {
    ArrayBuffer: (buffer) => buffer,
    DataView: (buffer) => new DataView(buffer),
    Int8Array: (buffer) => new Int8Array(buffer),
    Uint8Array: (buffer) => new Uint8Array(buffer),
    Uint8ClampedArray: (buffer) => new Uint8ClampedArray(buffer),
    Int16Array: (buffer) => new Int16Array(buffer),
    Uint16Array: (buffer) => new Uint16Array(buffer),
    Int32Array: (buffer) => new Int32Array(buffer),
    Uint32Array: (buffer) => new Uint32Array(buffer),
    Float32Array: (buffer) => new Float32Array(buffer),
    Float64Array: (buffer) => new Float64Array(buffer),
    BigInt64Array: (buffer) => new BigInt64Array(buffer),
    BigUint64Array: (buffer) => new BigUint64Array(buffer),
  }
  const errors: Record<string, new (message?: string) => Error> = {
    Error,
    EvalError,
    RangeError,
    ReferenceError,
    SyntaxError,
    TypeError,
    URIError,
  }

  // Plain objects are JSON objects; everything else that JSON lacks, and arrays, are arrays led by a tag. `seen` numbers
  // objects in the order in which they are opened, on both sides alike, so that cycles and shared objects survive.
  const pack = (value: unknown, seen: Map<object, number>): Json => {
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value
      case 'number':
        return Number.isFinite(value) && !Object.is(value, -0)
          ? value
          : ['number', Object.is(value, -0) ? '-0' : String(value)]
      case 'undefined':
        return ['undefined']
      case 'bigint':
        return ['bigint', String(value)]
      case 'symbol':
        return refuse(String(value))
      case 'function':
        return parts.reference
          ? ['function', parts.reference(value, 'function')]
          : refuse(String(value).slice(0, 60))
      case 'object':
        return value === null ? null : packObject(value, seen)
    }
  }
  const packObject = (value: object, seen: Map<object, number>): Json => {
    const number = seen.get(value)
    if (number !== undefined) return ['seen', number]
    seen.set(value, seen.size)
    const each = (items: Iterable<unknown>): Json[] => Array.from(items, (item) => pack(item, seen))
    if (Array.isArray(value)) return ['array', ...each(value)]
    if (value instanceof Date) return ['date', pack(value.getTime(), seen)]
    if (value instanceof Map) return ['map', ...each([...value].flat(1))]
    if (value instanceof Set) return ['set', ...each(value)]
    if (value instanceof RegExp) return ['regexp', value.source, value.flags]
    if (value instanceof Error)
      return ['error', value.name, value.message, value.stack ?? '', pack(value.cause, seen)]
    if (value instanceof ArrayBuffer) return ['bytes', 'ArrayBuffer', toBase64(new Uint8Array(value))]
    if (ArrayBuffer.isView(value)) {
      // A Node Buffer arrives as Uint8Array, as in Electron.
      const name = Object.prototype.toString.call(value).slice(8, -1)
      return ['bytes', name, toBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))]
    }
    if (value instanceof Promise)
      return parts.reference ? ['promise', parts.reference(value, 'promise')] : refuse('a promise')
    if (Object.prototype.toString.call(value) !== '[object Object]' && 'nodeType' in value)
      return refuse('a DOM node')
    if (value instanceof WeakMap || value instanceof WeakSet) return refuse('a weak collection')
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, pack(item, seen)]))
  }

  const unpack = (json: Json, opened: unknown[]): unknown => {
    if (json === null || typeof json !== 'object') return json
    if (!Array.isArray(json)) {
      const object: Record<string, unknown> = {}
      opened.push(object)
      for (const [key, item] of Object.entries(json))
        Object.defineProperty(object, key, {
          value: unpack(item, opened),
          writable: true,
          enumerable: true,
          configurable: true,
        })
      return object
    }
    const [tag, ...rest] = json as [string, ...Json[]]
    const text = (index: number): string => rest[index] as string
    const open = <T>(container: T): T => {
      opened.push(container)
      return container
    }
    switch (tag) {
      case 'undefined':
        return undefined
      case 'number':
        return Number(text(0))
      case 'bigint':
        return BigInt(text(0))
      case 'function':
      case 'promise': {
        const revived = parts.revive?.(Number(rest[0]), tag)
        return tag === 'promise' ? open(revived) : revived
      }
      case 'seen':
        return opened[Number(rest[0])]
      case 'array': {
        const array = open<unknown[]>([])
        for (const item of rest) array.push(unpack(item, opened))
        return array
      }
      case 'date':
        return open(new Date(Number(unpack(rest[0] ?? null, opened))))
      case 'map': {
        const map = open(new Map<unknown, unknown>())
        for (let at = 0; at < rest.length; at += 2)
          map.set(unpack(rest[at] ?? null, opened), unpack(rest[at + 1] ?? null, opened))
        return map
      }
      case 'set': {
        const set = open(new Set<unknown>())
        for (const item of rest) set.add(unpack(item, opened))
        return set
      }
      case 'regexp':
        return open(new RegExp(text(0), text(1)))
      case 'error': {
        const error = open(new (errors[text(0)] ?? Error)(text(1)))
        if (error.name !== text(0)) error.name = text(0)
        error.stack = text(2)
        const cause = unpack(rest[3] ?? null, opened)
        if (cause !== undefined) error.cause = cause
        return error
      }
      case 'bytes':
        return open((views[text(0)] ?? refuse(text(0)))(fromBase64(text(1)).buffer))
      default:
        throw new Error(`unknown tag ${tag}`)
    }
  }

  return {
    encode: (value) => JSON.stringify(pack(value, new Map())),
    decode: (text) => unpack(JSON.parse(text) as Json, []),
  }
}

// Members that are not emulated must fail loudly and by name. A Proxy around an object would break private fields and
// Playwright's loader, which replaces members of `app`; at the end of the prototype chain it only sees what nobody has defined.
import { EventEmitter } from 'node:events'

export const notSupported = (name: string): Error => new Error(`not supported by the stand-in: ${name}`)

/** Read by `await`, JSON, console and Playwright's serializer on any object; absent is the right answer. */
const probedByOthers = new Set(['then', 'toJSON', 'inspect', 'nodeType', 'window'])

const lastPrototype = (inherited: object, name?: string): object =>
  new Proxy(inherited, {
    get(target, key, receiver) {
      if (typeof key === 'symbol' || key in target || probedByOthers.has(key))
        return Reflect.get(target, key, receiver)
      throw notSupported(`${name ?? Object(receiver).constructor.name}.${key}`)
    },
  })

/** Makes reading an unknown member of `object` throw. */
export function strict<T extends object>(name: string, object: T): T {
  Object.setPrototypeOf(object, lastPrototype(Object(Reflect.getPrototypeOf(object)), name))
  return object
}

/** The base of every emulated emitter: an unknown member throws, named after the class. */
export class StrictEmitter extends EventEmitter {}
Object.setPrototypeOf(StrictEmitter.prototype, lastPrototype(EventEmitter.prototype))

/** Every member that an emulated class shares with Electron's has Electron's signature; `Own` are typed as emulated. */
export type Emulates<T, Own extends keyof T = never> = Partial<Omit<T, keyof EventEmitter | Own>>

/** A module that is not emulated at all: it can be imported, and throws at the first use. */
export const unsupportedModule = (name: string): object => {
  const refuse = (): never => {
    throw notSupported(name)
  }
  return new Proxy(class {}, {
    get: (target, key) =>
      typeof key === 'symbol' || probedByOthers.has(key)
        ? Reflect.get(target, key)
        : (() => {
            throw notSupported(`${name}.${key}`)
          })(),
    apply: refuse,
    construct: refuse,
  })
}

/** One event object as Electron hands it to listeners. */
export function createEvent<T extends object>(details: T): Electron.Event<T> {
  let prevented = false
  const event = {
    preventDefault: () => {
      prevented = true
    },
    get defaultPrevented() {
      return prevented
    },
  }
  return Object.defineProperties(event, Object.getOwnPropertyDescriptors(details)) as Electron.Event<T>
}

/** An emulated object where Electron's own class is asked for: each is checked member by member where it is written. */
export const asElectron = <T>(emulated: unknown): T => emulated as T

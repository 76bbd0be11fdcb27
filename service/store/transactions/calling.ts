// Views of a transaction whose functions do something more than what they do.
import type { Tx } from '../store.ts'

/** Where a function of a transaction is: `records.get` for one. */
export type Path = { [Name in keyof Tx]: `${Name}.${keyof Tx[Name] & string}` }[keyof Tx]

/**
 * A view of a transaction with the same resources, whose functions are called by `call`.
 * @param call gets what runs the function itself, the function's path, and what it was given
 * @param left names of the resources that stay as they are
 */
export const calling = (
  tx: Tx,
  call: (run: () => unknown, path: string, given: readonly unknown[]) => unknown,
  left: ReadonlySet<string> = new Set(),
): Tx => {
  const view = (name: string, resource: object): object =>
    Object.fromEntries(
      Object.entries(resource).map(([method, value]: [string, unknown]) => {
        if (typeof value !== 'function') return [method, value]
        const path = `${name}.${method}`
        const called = (...given: unknown[]): unknown =>
          call((): unknown => Reflect.apply(value, resource, given), path, given)
        return [method, called]
      }),
    )
  const entries = Object.entries(tx).map(([name, resource]) => [
    name,
    left.has(name) ? resource : view(name, resource),
  ])
  // The same names with the same functions: `call` returns what they return, or a promise of it where they do.
  return Object.fromEntries(entries) as Tx
}

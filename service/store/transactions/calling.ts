// Resources of a transaction whose functions do something more than what they do.

/**
 * A resource with the same functions, each of which is called by `call`.
 * @param call gets what runs the function itself, the function's name and what it was given
 */
export const calling = (
  resource: object,
  call: (run: () => unknown, method: string, given: readonly unknown[]) => unknown,
): object =>
  Object.fromEntries(
    Object.entries(resource).map(([method, value]: [string, unknown]) => [
      method,
      typeof value === 'function'
        ? (...given: unknown[]): unknown =>
            call((): unknown => Reflect.apply(value, resource, given), method, given)
        : value,
    ]),
  )

// The text that both engines can store.

const holdsNul = (value: unknown): value is string => typeof value === 'string' && value.includes('\0')

/**
 * PostgreSQL's text holds no NUL, and SQLite's functions stop at one. Bodies with a NUL are refused before they get
 * here; what is left are addresses, headers and forms, in which it asks for something that nobody has.
 */
export function withoutNul(parameters: readonly unknown[]): readonly unknown[] {
  // A loop: a bulk load comes here with millions of values.
  for (const value of parameters)
    if (holdsNul(value))
      return parameters.map((each) => (holdsNul(each) ? each.replaceAll('\0', '\u{fffd}') : each))
  return parameters
}

// Paths that do not exist and methods that a path does not have (ERR-03), told apart before authentication: neither
// answer depends on who is asking.
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../app-type.ts'
import { problem } from '../errors.ts'

type Route = { method: string; path: string }

const pattern = (path: string) =>
  new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/:[^/]+/g, '[^/]+')}$`)

/** @param routes the routes of the finished application; middleware (method `ALL`) is not among them */
export function knownRoutes(routes: () => readonly Route[]): MiddlewareHandler<AppEnv> {
  let known: { path: string; pattern: RegExp; methods: Set<string> }[] | undefined

  const build = () => {
    const byPath = Map.groupBy(
      routes().filter((route) => route.method !== 'ALL'),
      (route) => route.path,
    )
    return [...byPath].map(([path, here]) => {
      const methods = new Set(here.map((route) => route.method))
      if (methods.has('GET')) methods.add('HEAD')
      return { path, pattern: pattern(path), methods }
    })
  }

  return async (c, next) => {
    known ??= build()
    const matching = known.filter((route) => route.pattern.test(c.req.path))
    if (matching.length === 0) return c.notFound()
    const answering = matching.find((route) => route.methods.has(c.req.method))
    c.env?.onRoute?.((answering ?? matching[0])?.path ?? '')
    if (answering) return next()
    const allowed = [...new Set(matching.flatMap((route) => [...route.methods]))].toSorted().join(', ')
    c.header('Allow', allowed)
    return problem(c, 'method_not_allowed', `This path answers ${allowed}.`)
  }
}

// How a statement is sent over one connection to PostgreSQL: with a name once it comes a second time, so that the server
// parses and plans it once a connection.
import { Query, type ClientBase, type ResultBuilder } from 'pg'

/** Enough for every statement of the service. The server keeps the plans of a connection as long as the connection. */
const namedStatements = 400
/** How many texts are remembered before they have been sent twice. */
const knownTexts = 4_000

/** Gives a text a name once it comes a second time. */
function createNames(): (text: string) => string | undefined {
  const names = new Map<string, string | undefined>()
  let named = 0
  return (text) => {
    const known = names.get(text)
    if (known !== undefined) return known
    if (!names.has(text)) {
      if (names.size < knownTexts) names.set(text, undefined)
      return undefined
    }
    if (named >= namedStatements) return undefined
    named += 1
    names.set(text, `s${named}`)
    return `s${named}`
  }
}

/** Sends a statement at once, whatever is still to be answered. */
export type Send = (text: string, values: unknown[]) => Promise<ResultBuilder>

export const createSend = (client: ClientBase): Send => {
  const nameOf = createNames()
  return (text, values) =>
    new Promise((resolve, reject) => {
      // Without the copy that pg makes of a statement that it is given as an object: a third of what its `query` costs.
      const query = new Query(text, values, (error, result) => {
        if (error) reject(error)
        else resolve(result)
      })
      // Its types do not say that it has one.
      client.query(Object.assign(query, { name: nameOf(text) }))
    })
}

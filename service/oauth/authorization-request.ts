// What is refused of an authorization request before oidc-provider reads it. Anybody can send one, and each that asks a
// person for something is kept until its pages are done with.

/** Six times what the launcher asks with. */
const maxQueryLength = 4096

/** How the answer reaches the launcher. Its listener takes GET only; form_post would be a page that needs a script. */
export const responseModes = ['fragment', 'query'] as const

/** Why the authorization request of this address (path and query) is refused; undefined when it may go on. */
export const refusalOf = (url: string): string | undefined => {
  const query = url.slice(url.indexOf('?') + 1)
  if (query.length > maxQueryLength) {
    return `invalid_request: the request is longer than ${maxQueryLength} characters; ask with a shorter state`
  }
  // Also as one of several: such a request is refused anyway, and form_post could be the way in which that is said.
  if (new URLSearchParams(query).getAll('response_mode').includes('form_post')) {
    return 'invalid_request: response_mode form_post is not offered; leave it out'
  }
  return undefined
}

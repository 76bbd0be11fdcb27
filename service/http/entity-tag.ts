// Entity tags and preconditions (RFC 9110 §8.8.3, §13.1). A tag is the version of the resource, which every change
// increases by one, so it is strong. Proxies that compress answers weaken it (nginx: `W/"1"`); the weak form still names
// the same version and is accepted everywhere.
import { createHash } from 'node:crypto'

/** The `ETag` of a version. */
export const entityTag = (version: number | string): string => `"${version}"`

// A tag may hold commas, so a list of them cannot be split at its commas.
const listed = /(?:^|,)[ \t]*((?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")[ \t]*(?=,|$)/g

const tagsIn = (header: string): string[] =>
  [...header.matchAll(listed)].map(([, tag = '']) => tag.replace(/^W\//, ''))

/**
 * Whether `If-Match` or `If-None-Match` names a version: by one of the tags, or `*` for any. A header without a valid tag
 * matches nothing, so that a write with such an `If-Match` is refused.
 * @param version the current one; undefined if there is no resource
 */
export const matches = (header: string, version: number | string | undefined): boolean =>
  version !== undefined && (header.trim() === '*' || tagsIn(header).includes(entityTag(version)))

export type Preconditions = { ifMatch: string | undefined; ifNoneMatch: string | undefined }

export const preconditionsIn = (headers: Headers): Preconditions => ({
  ifMatch: headers.get('if-match') ?? undefined,
  ifNoneMatch: headers.get('if-none-match') ?? undefined,
})

/**
 * Whether a write may go on (GEN-12), checked inside its transaction. `If-None-Match: *` means "only create".
 */
export const allowsWrite = ({ ifMatch, ifNoneMatch }: Preconditions, version: number | undefined): boolean =>
  (ifMatch === undefined || matches(ifMatch, version)) &&
  (ifNoneMatch === undefined || !matches(ifNoneMatch, version))

export const preconditionFailed = {
  ok: false,
  code: 'precondition_failed',
  message: 'The resource has another version than the preconditions of the request name. Read it again.',
} as const

/**
 * The tag of a resource that is answered with what it is linked to: the version and a digest of the answer, because a strong
 * tag changes whenever the answer does (RFC 9110 §8.8.1).
 */
export const detailTag = (version: number, detail: object): string => {
  const digest = createHash('sha256').update(JSON.stringify(detail)).digest('hex').slice(0, 16)
  return entityTag(`${version}-${digest}`)
}

/** True if an `If-None-Match` names the tag. */
export const namesDetail = (header: string | undefined, tag: string): boolean =>
  header !== undefined && (header.trim() === '*' || header.includes(tag))

const withoutDigests = (header: string | undefined): string | undefined =>
  header?.replaceAll(/"(\d+)-[0-9a-f]{16}"/g, '"$1"')

/** The preconditions of a change, without digests: a new title of a linked record does not change the resource. */
export const detailPreconditionsIn = (headers: Headers): Preconditions => {
  const { ifMatch, ifNoneMatch } = preconditionsIn(headers)
  return { ifMatch: withoutDigests(ifMatch), ifNoneMatch: withoutDigests(ifNoneMatch) }
}

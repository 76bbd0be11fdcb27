// The shapes of pages and their forms. One table of a site holds them all, so roles, forgery and repetition
// are checked in one place.
import type { z } from 'zod'
import type { Tx } from '../db/store.ts'
import type { PlainKey } from '../language/say.ts'
import type { Seal } from '../sealing/sealing.ts'
import type { Html } from '../oauth/pages/html.ts'
import type { SignedIn } from '../oauth/sessions.ts'
import type { SignInOutcome } from '../oauth/sign-in.ts'
import type { OperatorErrorCode, Outcome, Refused } from '../base/operator-error.ts'
import type { Actor } from '../operator/members.ts'
import type { UploadedFile } from '../http/server/browser-request.ts'
import type { ImportDeps } from '../imports/import-write.ts'
import type { CalendarDeps } from '../calendars/calendar-write.ts'
import type { WebhookService } from '../webhooks/webhooks.ts'
import type { Role } from '../base/caller.rules.ts'
import type { Person } from '../access/people.store.ts'
import type { Workspace } from '../access/workspaces.store.ts'

export const everyone: readonly Role[] = ['owner', 'admin', 'member']
export const managers: readonly Role[] = ['owner', 'admin']

/** Fields of a posted form by name. Checkboxes named `scopes.tasks:read` make the list `scopes`. */
export type Values = Readonly<Record<string, string | readonly string[]>>

export type FieldFault = { field?: string | undefined; message: string }

/** A form that was not accepted: its page shows it again, with what was typed. */
export type RefusedForm = { form: string; values: Values; faults: readonly FieldFault[] }

/** A member on a page. Everything is read in one transaction. */
export type Visit = {
  tx: Tx
  workspace: Workspace
  person: Person
  /** The role is read in the same transaction. */
  actor: Actor
  activeMembers: number
  /** Epoch milliseconds. */
  at: number
  /** IANA zone in which times are written for the person. */
  zone: string
  /** The public origin of the service. */
  origin: string
  /** The database of the launcher's own service, whose user is its operator; undefined on a server. */
  localDatabase?: string | undefined
  query: URLSearchParams
  /** The address of the workspace's pages, such as `/settings/acme`. */
  root: string
  requestId: string
  /** Proves that a form comes from a page of this browser session. */
  token: string
  /** Whether a page code began the session (`issueCode` in `oauth/sessions.ts`). */
  byCode: boolean
  refused?: RefusedForm | undefined
}

export type PageContent = {
  title?: string
  body: Html
  /** After so many seconds the page is read again. */
  refreshSeconds?: number
  /** Sent in place of a page. */
  file?: { name: string; text: string }
}

export type SitePage = {
  path: string
  title: PlainKey
  roles: readonly Role[]
  /** The listed page above it, unless it is listed itself. */
  under?: string
  /** Whether it is there in a workspace with too many members. */
  whenLocked?: true
  /** Undefined is 404: what the query names does not exist in this workspace. */
  read: (visit: Visit) => Promise<PageContent | undefined>
}

/** A secret that is in one answer and nowhere else. */
export type ShownOnce = { title: string; label: string; secret: string; text: string; back: string }

export type FormResult = {
  /** The page to go to, instead of the one with the form. */
  to?: string
  once?: ShownOnce
  /** Begins a new session, where the form ended all of them. */
  signIn?: SignedIn
  /** Runs after the commit, because it takes too long for a transaction. */
  after?: () => Promise<unknown>
}

/** For use before a form's transaction. */
export type FormDeps = {
  person: Person
  workspace: Workspace
  seal: Seal
  webhooks: Pick<WebhookService, 'checkUrl' | 'wake'>
  calendars: CalendarDeps
  imports: ImportDeps
  /** The role of the person when the form came. */
  role: Role
  /** The file of a form that has one. */
  file: UploadedFile | null
  /** Checks a password of the person of this browser, and counts wrong ones. */
  checkPassword: (password: string) => Promise<SignInOutcome>
}

/** A refusal may name several fields. */
export type FormOutcome = { ok: true; value: FormResult } | (Refused & { faults?: readonly FieldFault[] })

type Opened =
  | { ok: true; run: (visit: Visit) => Promise<FormOutcome> }
  | { ok: false; code: OperatorErrorCode; faults: readonly FieldFault[] }

export type SiteForm = {
  path: string
  roles: readonly Role[]
  whenLocked?: true
  /** The largest body that is read (default: 128 KiB). */
  maxBytes?: number
  /** The most fields that are read (default: 100). */
  maxFields?: number
  /** Path and query of the page with the form. */
  back: (values: Values) => string
  /** Whether its answer shows a secret. Refused in a session that a page code began. */
  givesSecret?: true
  /** Whether it changes a password, a role or a member. Refused in a session that a page code began. */
  changesAccess?: true
  /** The sentence on the next page. */
  done?: PlainKey
  open: (deps: FormDeps, values: Values) => Promise<Opened>
}

/**
 * @param spec.prepare what takes long or asks the network, before the transaction
 * @param spec.run may run twice; a refusal has written nothing
 */
export function form<S extends z.ZodType, P = undefined>({
  fields,
  prepare,
  run,
  ...rest
}: Omit<SiteForm, 'open'> & {
  fields: S
  prepare?: (deps: FormDeps, input: z.output<S>) => Promise<Outcome<P>>
  run: (visit: Visit, input: z.output<S>, prepared: P, deps: FormDeps) => Promise<FormOutcome>
}): SiteForm {
  return {
    ...rest,
    async open(deps, values) {
      const parsed = fields.safeParse(values)
      if (!parsed.success) {
        const found = parsed.error.issues.map(({ path, message }) => ({
          field: String(path[0] ?? ''),
          message,
        }))
        const first = [...new Map(found.toReversed().map((fault) => [fault.field, fault])).values()]
        return { ok: false, code: 'validation_error', faults: first.toReversed() }
      }
      const input = parsed.data
      const prepared = prepare ? await prepare(deps, input) : undefined
      if (prepared && !prepared.ok) return { ok: false, code: prepared.code, faults: [prepared] }
      // Without `prepare`, P is undefined.
      const value = prepared?.value as P
      return { ok: true, run: (visit) => run(visit, input, value, deps) }
    },
  }
}

export const valuesOf = (posted: ReadonlyMap<string, string>): Values => {
  const single = new Map<string, string>()
  const lists = new Map<string, string[]>()
  for (const [name, value] of posted) {
    const dot = name.indexOf('.')
    if (dot === -1) {
      single.set(name, value)
      continue
    }
    const list = lists.get(name.slice(0, dot)) ?? []
    list.push(name.slice(dot + 1))
    lists.set(name.slice(0, dot), list)
  }
  return Object.fromEntries([...single, ...lists])
}

export const textOf = (values: Values, name: string): string => {
  const value = values[name]
  return typeof value === 'string' ? value : ''
}

/** @param root of the workspace's pages. @param path and query of one; empty for the first */
export const addressOf = (root: string, path: string): string =>
  path === '' || path.startsWith('?') ? `${root}${path}` : `${root}/${path}`

/** A secret that was shown is not stored: the status 200 only says that there was one. */
export const answerTo = (root: string, form: SiteForm, values: Values, { to, once }: FormResult) => {
  if (once) return { status: 200, to: addressOf(root, once.back) }
  const next = to ?? form.back(values)
  const done = form.done === undefined ? '' : `${next.includes('?') ? '&' : '?'}done=${form.path}`
  return { status: 303, to: addressOf(root, `${next}${done}`) }
}

// My keys and all keys: create, list, revoke (AUT-02 to AUT-04, AUT-11, AUT-13).
import { z } from 'zod'
import { scope } from '../../shared/api/primitives.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import { done } from '../base/operator-error.ts'
import { createKeyIn, listKeysIn, revokeKeyIn, type ListedKey } from '../operator/keys.ts'
import { shownName } from '../operator/members.ts'
import { grantableScopes } from '../access/principal.ts'
import { everyone, form, managers, type SiteForm, type SitePage, type Visit } from '../site/kit.ts'
import {
  choiceField,
  confirmed,
  cursorOf,
  formOf,
  hrefOf,
  inputField,
  nextLink,
  pageLength,
  parseCursor,
  guardedFormOf,
  selectField,
  submit,
  table,
  timeOf,
} from '../site/parts.ts'

const dayMs = 86_400_000
const lifetimes = { '30': '30 days', '90': '90 days', '365': 'A year', never: 'Never' } as const

const createForm = (visit: Visit): Html => {
  const { workspace, actor } = visit
  if (workspace.plan !== 'pro') {
    return html`<p>
      New keys need the Pro plan, and ${workspace.name} is on the free plan. Ask the operator of this service
      to change the plan.
    </p>`
  }
  const of = { form: 'create-key' }
  return html`<h2>Create a key</h2>
    ${guardedFormOf(
      visit,
      'create-key',
      html`${inputField(visit, { ...of, name: 'name', label: 'Name', hint: 'What the key is for.', attributes: html`required maxlength="200" autocomplete="off"` })}
      ${choiceField(visit, { ...of, name: 'scopes', label: 'What the key may do', options: grantableScopes(actor.role), hint: actor.role === 'member' ? 'Members create keys that only read. Owners and admins can create others.' : 'A write scope includes reading.' })}
      ${selectField(visit, { ...of, name: 'expires', label: 'Expires after', options: Object.entries(lifetimes), value: '90' })}
      ${submit('Create key')}`,
    )}`
}

const stateOf = (visit: Visit, { revokedAt, expiresAt }: ListedKey): Html => {
  if (revokedAt !== null) return html`Revoked ${timeOf(visit, revokedAt, '')}`
  if (expiresAt === null) return html`Does not expire`
  return html`${expiresAt <= visit.at ? 'Expired' : 'Expires'} ${timeOf(visit, expiresAt, '')}`
}

const scopesOf = (key: ListedKey): Html => {
  const lost = key.scopes.filter((each) => !key.scopesInForce.includes(each))
  return html`${key.scopesInForce.join(', ') || 'nothing'}
  ${lost.length > 0 && html`<br /><span class="quiet">Not in force: ${lost.join(', ')}</span>`}`
}

const isLive = ({ revokedAt, expiresAt }: ListedKey, at: number) =>
  revokedAt === null && (expiresAt === null || expiresAt > at)

/** One form around the whole list: hidden fields in each row would double the page. */
const listOf = async (visit: Visit, whose: 'own' | 'all', path: string, revoke: string): Promise<Html> => {
  const { tx, workspace, actor, at, query } = visit
  const after = parseCursor(query.get('after'))
  const found = await listKeysIn(tx, workspace.id, actor, { whose, after, limit: pageLength + 1 })
  const keys = found.slice(0, pageLength)
  if (keys.length === 0) return html`<p>${after ? 'There are no more keys.' : 'There are no keys yet.'}</p>`
  const last = found.length > pageLength ? keys.at(-1) : undefined
  const rows = keys.map((key) => [
    html`${key.name}<br /><span class="quiet">${key.id}</span>`,
    ...(whose === 'all' ? [html`${key.ownerName}${key.ownerRole === null && ' (removed)'}`] : []),
    scopesOf(key),
    timeOf(visit, key.lastUsedAt, 'Never'),
    html`${stateOf(visit, key)}
    ${isLive(key, at) && confirmed('Revoke', key.name, { name: 'key', value: key.id, label: 'Revoke this key', text: 'It stops working at once, for good.' })}`,
  ])
  const columns = ['Name', ...(whose === 'all' ? ['Owner'] : []), 'May do', 'Last used', 'State']
  return html`${formOf(visit, revoke, table('Keys, newest first', columns, rows))}
  ${nextLink(last && hrefOf(visit, `${path}?after=${cursorOf(last.createdAt, last.id)}`))}`
}

export const keysPage: SitePage = {
  path: 'keys',
  title: 'page.settings.keys',
  roles: everyone,
  read: async (visit) => ({
    body: html`<p class="lead">A key lets a program work with this workspace in your name.</p>
      ${createForm(visit)}
      <h2>Your keys</h2>
      ${await listOf(visit, 'own', 'keys', 'revoke-key')}`,
  }),
}

export const allKeysPage: SitePage = {
  path: 'all-keys',
  title: 'page.settings.all-keys',
  roles: managers,
  read: async (visit) => ({
    body: html`<p class="lead">The keys of all members of this workspace.</p>
      ${await listOf(visit, 'all', 'all-keys', 'revoke-any-key')}`,
  }),
}

const createKey = form({
  path: 'create-key',
  givesSecret: true,
  roles: everyone,
  back: () => 'keys',
  fields: z.object({
    name: shownName,
    scopes: z.array(scope, 'Choose at least one scope.').min(1, 'Choose at least one scope.'),
    expires: z.enum(Object.keys(lifetimes), 'Choose when the key expires.'),
  }),
  async run({ tx, workspace, actor, at }, { name, scopes, expires }) {
    const expiresAt = expires === 'never' ? null : at + Number(expires) * dayMs
    const created = await createKeyIn(tx, workspace, actor, { name, scopes, expiresAt, at })
    if (!created.ok) return created
    const text = `The key “${name}” was created. Copy it now: it is not shown again.`
    const once = { title: 'Copy your new key', label: 'Key', secret: created.value.token, text, back: 'keys' }
    return done({ once })
  },
})

const revoking = (path: string, page: string, roles: SiteForm['roles']): SiteForm =>
  form({
    path,
    roles,
    back: () => page,
    done: 'done.settings.revoke-key',
    fields: z.object({ key: z.string().max(100) }),
    async run({ tx, workspace, actor, at }, { key }) {
      const revoked = await revokeKeyIn(tx, workspace.id, actor, { keyId: key, at })
      return revoked.ok ? done({}) : revoked
    },
  })

export const keyForms: readonly SiteForm[] = [
  createKey,
  revoking('revoke-key', 'keys', everyone),
  revoking('revoke-any-key', 'all-keys', managers),
]

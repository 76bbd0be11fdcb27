// My keys and all keys: create, list, revoke (AUT-02 to AUT-04, AUT-11, AUT-13).
import { z } from 'zod'
import { scope } from '../../shared/api/primitives.ts'
import { say, sayParts } from '../language/say.ts'
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
/** In days. */
const lifetimes = ['30', '90', '365', 'never'] as const

const createForm = (visit: Visit): Html => {
  const { workspace, actor } = visit
  if (workspace.plan !== 'pro') {
    return html`<p>${say('keys.needPro', { workspace: workspace.name })}</p>`
  }
  const of = { form: 'create-key' }
  return html`<h2>${say('keys.create')}</h2>
    ${guardedFormOf(
      visit,
      'create-key',
      html`${inputField(visit, { ...of, name: 'name', label: say('keys.name'), hint: say('keys.name.hint'), attributes: html`required maxlength="200" autocomplete="off"` })}
      ${choiceField(visit, { ...of, name: 'scopes', label: say('keys.scopes'), options: grantableScopes(actor.role), hint: say(actor.role === 'member' ? 'keys.scopes.member' : 'keys.scopes.hint') })}
      ${selectField(visit, { ...of, name: 'expires', label: say('keys.lifetime'), options: lifetimes.map((each) => [each, say(`keys.lifetime.${each}`)] as const), value: '90' })}
      ${submit(say('keys.create.submit'))}`,
    )}`
}

const stateOf = (visit: Visit, { revokedAt, expiresAt }: ListedKey): Html => {
  if (revokedAt !== null)
    return html`${sayParts('keys.state.revoked', { time: timeOf(visit, revokedAt, '') })}`
  if (expiresAt === null) return html`${say('keys.state.lasting')}`
  const state = expiresAt <= visit.at ? 'keys.state.expired' : 'keys.state.expires'
  return html`${sayParts(state, { time: timeOf(visit, expiresAt, '') })}`
}

const scopesOf = (key: ListedKey): Html => {
  const lost = key.scopes.filter((each) => !key.scopesInForce.includes(each))
  return html`${key.scopesInForce.join(', ') || say('keys.mayDo.nothing')}
  ${lost.length > 0 && html`<br /><span class="quiet">${say('keys.lost', { scopes: lost.join(', ') })}</span>`}`
}

const isLive = ({ revokedAt, expiresAt }: ListedKey, at: number) =>
  revokedAt === null && (expiresAt === null || expiresAt > at)

/** One form around the whole list: hidden fields in each row would double the page. */
const listOf = async (visit: Visit, whose: 'own' | 'all', path: string, revoke: string): Promise<Html> => {
  const { tx, workspace, actor, at, query } = visit
  const after = parseCursor(query.get('after'))
  const found = await listKeysIn(tx, workspace.id, actor, { whose, after, limit: pageLength + 1 })
  const keys = found.slice(0, pageLength)
  if (keys.length === 0) return html`<p>${say(after ? 'keys.noMore' : 'keys.none')}</p>`
  const last = found.length > pageLength ? keys.at(-1) : undefined
  const rows = keys.map((key) => [
    html`${key.name}<br /><span class="quiet">${key.id}</span>`,
    ...(whose === 'all'
      ? [key.ownerRole === null ? say('members.removed', { name: key.ownerName }) : key.ownerName]
      : []),
    scopesOf(key),
    timeOf(visit, key.lastUsedAt, say('keys.lastUsed.never')),
    html`${stateOf(visit, key)}
    ${isLive(key, at) && confirmed(say('keys.revoke'), key.name, { name: 'key', value: key.id, label: say('keys.revoke.confirm'), text: say('keys.revoke.text') })}`,
  ])
  const columns = [
    say('keys.name'),
    ...(whose === 'all' ? [say('keys.owner')] : []),
    say('keys.mayDo'),
    say('keys.lastUsed'),
    say('keys.state'),
  ]
  return html`${formOf(visit, revoke, table(say('keys.caption'), columns, rows))}
  ${nextLink(last && hrefOf(visit, `${path}?after=${cursorOf(last.createdAt, last.id)}`))}`
}

export const keysPage: SitePage = {
  path: 'keys',
  title: 'page.settings.keys',
  roles: everyone,
  read: async (visit) => ({
    body: html`<p class="lead">${say('keys.lead')}</p>
      ${createForm(visit)}
      <h2>${say('keys.own')}</h2>
      ${await listOf(visit, 'own', 'keys', 'revoke-key')}`,
  }),
}

export const allKeysPage: SitePage = {
  path: 'all-keys',
  title: 'page.settings.all-keys',
  roles: managers,
  read: async (visit) => ({
    body: html`<p class="lead">${say('keys.lead.all')}</p>
      ${await listOf(visit, 'all', 'all-keys', 'revoke-any-key')}`,
  }),
}

const noScope = { error: () => say('keys.fault.noScope') }

const createKey = form({
  path: 'create-key',
  givesSecret: true,
  roles: everyone,
  back: () => 'keys',
  fields: z.object({
    name: shownName,
    scopes: z.array(scope, noScope).min(1, noScope),
    expires: z.enum(lifetimes, { error: () => say('keys.fault.lifetime') }),
  }),
  async run({ tx, workspace, actor, at }, { name, scopes, expires }) {
    const expiresAt = expires === 'never' ? null : at + Number(expires) * dayMs
    const created = await createKeyIn(tx, workspace, actor, { name, scopes, expiresAt, at })
    if (!created.ok) return created
    const text = say('keys.created.text', { name })
    const [title, label] = [say('keys.created'), say('keys.created.key')]
    return done({ once: { title, label, secret: created.value.token, text, back: 'keys' } })
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

// Webhooks: create, rotate the secret, disable, enable, remove (WHK-02).
import { z } from 'zod'
import { eventTypes } from '../../shared/api/webhooks.ts'
import type { PlainKey } from '../language/say.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import { done, refuse } from '../base/operator-error.ts'
import {
  changeWebhookIn,
  createWebhookIn,
  faultIn,
  removeWebhookIn,
  rotateSecretIn,
} from '../webhooks/endpoints.ts'
import type { StoredWebhook } from '../webhooks/webhooks.store.ts'
import { form, managers, textOf, type SiteForm, type SitePage, type Visit } from '../site/kit.ts'
import {
  shortUrl,
  choiceField,
  confirmed,
  formOf,
  hidden,
  hrefOf,
  inputField,
  guardedFormOf,
  selectField,
  submit,
  table,
  timeOf,
} from '../site/parts.ts'
import { webhooksOfWorkspace, getWebhook } from '../webhooks/webhooks.store.ts'

const graces = [
  ['86400', 'A day'],
  ['604800', 'A week'],
  ['0', 'End it at once'],
] as const

const stateOf = (visit: Visit, { status, disabledReason, failingSince }: StoredWebhook): Html => {
  if (status === 'disabled') return html`Disabled. ${disabledReason}`
  return failingSince === null
    ? html`Enabled`
    : html`Enabled, failing since ${timeOf(visit, failingSince, '')}`
}

const createForm = (visit: Visit): Html => {
  const of = { form: 'create-webhook' }
  return html`<h2>Create a webhook</h2>
    ${guardedFormOf(
      visit,
      'create-webhook',
      html`${inputField(visit, { ...of, name: 'url', label: 'URL', hint: 'An https address of a public host.', attributes: html`type="url" required maxlength="2048" autocomplete="off"` })}
      ${inputField(visit, { ...of, name: 'description', label: 'Description (optional)', attributes: html`maxlength="500" autocomplete="off"` })}
      ${choiceField(visit, { ...of, name: 'events', label: 'Events', options: eventTypes })}
      ${submit('Create webhook')}`,
    )}`
}

export const webhooksPage: SitePage = {
  path: 'webhooks',
  title: 'page.settings.webhooks',
  roles: managers,
  async read(visit) {
    const webhooks = await webhooksOfWorkspace(visit.tx, visit.workspace.id)
    const rows = webhooks.map((webhook) => [
      html`<a href="${hrefOf(visit, `webhook?id=${webhook.id}`)}">${shortUrl(webhook.url)}</a>`,
      webhook.events.join(', '),
      stateOf(visit, webhook),
      html`<a href="${hrefOf(visit, `deliveries?webhook=${webhook.id}`)}">Deliveries</a>`,
    ])
    const columns = ['URL', 'Events', 'State', 'Deliveries']
    return {
      body: html`<p class="lead">The addresses that get the events of this workspace.</p>
        ${rows.length === 0 ? html`<p>There are no webhooks yet.</p>` : table('Webhooks, oldest first', columns, rows)}
        ${createForm(visit)}`,
    }
  },
}

export const webhookPage: SitePage = {
  path: 'webhook',
  title: 'page.settings.webhook',
  under: 'webhooks',
  roles: managers,
  async read(visit) {
    const { tx, workspace, query } = visit
    const webhook = await getWebhook(tx, workspace.id, query.get('id') ?? '')
    if (!webhook) return undefined
    const { id, url, events, description, status, createdAt } = webhook
    const toggle = status === 'enabled' ? 'disable-webhook' : 'enable-webhook'
    return {
      body: html`<dl class="facts">
          <dt>URL</dt>
          <dd>${url}</dd>
          ${
            description !== null &&
            html`<dt>Description</dt>
              <dd>${description}</dd>`
          }
          <dt>Events</dt>
          <dd>${events.join(', ')}</dd>
          <dt>State</dt>
          <dd>${stateOf(visit, webhook)}</dd>
          <dt>Created</dt>
          <dd>${timeOf(visit, createdAt, '')}</dd>
        </dl>
        <p><a href="${hrefOf(visit, `deliveries?webhook=${id}`)}">Deliveries</a></p>
        <h2>${status === 'enabled' ? 'Disable' : 'Enable'}</h2>
        <p>
          ${status === 'enabled' ? 'Pending deliveries are cancelled, and later events are not sent.' : 'Events are sent from now on. Recover earlier ones on the page Deliveries.'}
        </p>
        ${formOf(visit, toggle, html`${hidden('webhook', id)}${submit(status === 'enabled' ? 'Disable' : 'Enable')}`)}
        <h2>New secret</h2>
        ${guardedFormOf(
          visit,
          'rotate-secret',
          html`${hidden('webhook', id)}
          ${selectField(visit, { form: 'rotate-secret', name: 'grace', label: 'How long the old secret also signs', options: graces, value: '86400' })}
          ${submit('Make a new secret')}`,
        )}
        <h2>Delete</h2>
        ${formOf(visit, 'delete-webhook', confirmed('Delete', 'this webhook', { name: 'webhook', value: id, label: 'Delete this webhook', text: 'Nothing more is sent to it.' }))}`,
    }
  },
}

const toWebhook: SiteForm['back'] = (values) => `webhook?id=${encodeURIComponent(textOf(values, 'webhook'))}`
const webhook = z.string().max(100)
const shownSecret = (secret: string, id: string) => ({
  title: 'Copy the signing secret',
  label: 'Secret',
  secret,
  text: 'The receiver checks signatures with it. It is not shown again.',
  back: `webhook?id=${id}`,
})

const createWebhook = form({
  path: 'create-webhook',
  givesSecret: true,
  roles: managers,
  back: () => 'webhooks',
  fields: z.object({
    url: z.string().trim().min(1, 'Enter a URL.').max(2048, 'Use at most 2048 characters.'),
    description: z.string().trim().max(500, 'Use at most 500 characters.').optional(),
    events: z.array(z.string().max(100), 'Choose at least one event.').min(1, 'Choose at least one event.'),
  }),
  async prepare({ webhooks }, { url, events }) {
    const fault = await faultIn(webhooks, { url, events })
    return fault ? refuse(fault.code, fault.message, String(fault.path[0])) : done(undefined)
  },
  async run({ tx, workspace, actor, at }, { url, events, description }, _prepared, { seal }) {
    const wish = { url, events, description: description || null, createdBy: actor.personId, at }
    const created = await createWebhookIn(tx, seal, workspace.id, wish)
    if (!created.ok) return created
    return done({ once: shownSecret(created.value.secret, created.value.webhook.id) })
  },
})

const rotateSecret = form({
  path: 'rotate-secret',
  givesSecret: true,
  roles: managers,
  back: toWebhook,
  fields: z.object({ webhook, grace: z.enum(['86400', '604800', '0'], 'Choose how long.') }),
  async run({ tx, workspace, at }, fields, _prepared, { seal }) {
    const options = { graceSeconds: Number(fields.grace), at }
    const rotated = await rotateSecretIn(tx, seal, workspace.id, fields.webhook, options)
    return rotated.ok ? done({ once: shownSecret(rotated.value.secret, fields.webhook) }) : rotated
  },
})

const setting = (path: string, status: StoredWebhook['status'], sentence: PlainKey): SiteForm =>
  form({
    path,
    roles: managers,
    back: toWebhook,
    done: sentence,
    fields: z.object({ webhook }),
    async run({ tx, workspace, at }, fields) {
      const changed = await changeWebhookIn(tx, workspace.id, fields.webhook, { status, at })
      return changed.ok ? done({}) : changed
    },
  })

const deleteWebhook = form({
  path: 'delete-webhook',
  roles: managers,
  back: toWebhook,
  done: 'done.settings.delete-webhook',
  fields: z.object({ webhook }),
  async run({ tx, workspace }, fields) {
    const removed = await removeWebhookIn(tx, workspace.id, fields.webhook)
    return removed.ok ? done({ to: 'webhooks' }) : removed
  },
})

export const webhookForms: readonly SiteForm[] = [
  createWebhook,
  rotateSecret,
  setting('disable-webhook', 'disabled', 'done.settings.disable-webhook'),
  setting('enable-webhook', 'enabled', 'done.settings.enable-webhook'),
  deleteWebhook,
]

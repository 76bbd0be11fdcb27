// Webhooks: create, rotate the secret, disable, enable, remove (WHK-02).
import { z } from 'zod'
import { eventTypes } from '../../shared/api/webhooks.ts'
import { inLanguage, languageNow, localeNow, say, sayParts, type PlainKey } from '../language/say.ts'
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

/** In seconds. */
const graces = ['86400', '604800', '0'] as const

/** Reasons that the service stores, in English; their numbers are given as text. */
const reasons: readonly ((count: string) => string)[] = [
  () => say('webhooks.reason.request'),
  () => say('webhooks.reason.gone'),
  (count) => say('webhooks.reason.failing', { count }),
  (count) => say('webhooks.reason.waiting', { count }),
  (count) => say('deliveries.error.late', { count }),
  () => say('deliveries.error.notSent'),
  () => say('deliveries.error.ended'),
  () => say('url.fault.insecure'),
  () => say('url.fault.linkLocal'),
  () => say('url.fault.privateAddress'),
  () => say('url.fault.privateName'),
  () => say('url.fault.resolvesPrivate'),
  () => say('url.fault.resolvesLinkLocal'),
  () => say('url.fault.noAddress'),
]

/** A stored reason in the language of the request. An error of the system stays as it is. */
export const reasonOf = (stored: string): string => {
  const count = /\d+/.exec(stored)?.[0] ?? ''
  const words = reasons.find((each) => inLanguage('en', () => each(count)) === stored)
  return words === undefined || languageNow() === 'en'
    ? stored
    : words(Number(count).toLocaleString(localeNow()))
}

const stateOf = (visit: Visit, { status, disabledReason, failingSince }: StoredWebhook): Html => {
  if (status === 'disabled')
    return html`${say('webhooks.disabled', { reason: reasonOf(disabledReason ?? '') })}`
  return failingSince === null
    ? html`${say('webhooks.enabled')}`
    : html`${sayParts('webhooks.failing', { time: timeOf(visit, failingSince, '') })}`
}

const createForm = (visit: Visit): Html => {
  const of = { form: 'create-webhook' }
  return html`<h2>${say('webhooks.create')}</h2>
    ${guardedFormOf(
      visit,
      'create-webhook',
      html`${inputField(visit, { ...of, name: 'url', label: say('webhooks.url'), hint: say('webhooks.url.hint'), attributes: html`type="url" required maxlength="2048" autocomplete="off"` })}
      ${inputField(visit, { ...of, name: 'description', label: say('webhooks.description.optional'), attributes: html`maxlength="500" autocomplete="off"` })}
      ${choiceField(visit, { ...of, name: 'events', label: say('webhooks.events'), options: eventTypes })}
      ${submit(say('webhooks.create.submit'))}`,
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
      html`<a href="${hrefOf(visit, `deliveries?webhook=${webhook.id}`)}">${say('webhooks.deliveries')}</a>`,
    ])
    const columns = [
      say('webhooks.url'),
      say('webhooks.events'),
      say('webhooks.state'),
      say('webhooks.deliveries'),
    ]
    return {
      body: html`<p class="lead">${say('webhooks.lead')}</p>
        ${rows.length === 0 ? html`<p>${say('webhooks.none')}</p>` : table(say('webhooks.caption'), columns, rows)}
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
    const toggle = status === 'enabled' ? 'disable' : 'enable'
    return {
      body: html`<dl class="facts">
          <dt>${say('webhooks.url')}</dt>
          <dd>${url}</dd>
          ${
            description !== null &&
            html`<dt>${say('webhooks.description')}</dt>
              <dd>${description}</dd>`
          }
          <dt>${say('webhooks.events')}</dt>
          <dd>${events.join(', ')}</dd>
          <dt>${say('webhooks.state')}</dt>
          <dd>${stateOf(visit, webhook)}</dd>
          <dt>${say('webhooks.created')}</dt>
          <dd>${timeOf(visit, createdAt, '')}</dd>
        </dl>
        <p><a href="${hrefOf(visit, `deliveries?webhook=${id}`)}">${say('webhooks.deliveries')}</a></p>
        <h2>${say(`webhooks.${toggle}`)}</h2>
        <p>${say(`webhooks.${toggle}.text`)}</p>
        ${formOf(visit, `${toggle}-webhook`, html`${hidden('webhook', id)}${submit(say(`webhooks.${toggle}`))}`)}
        <h2>${say('webhooks.secret')}</h2>
        ${guardedFormOf(
          visit,
          'rotate-secret',
          html`${hidden('webhook', id)}
          ${selectField(visit, { form: 'rotate-secret', name: 'grace', label: say('webhooks.secret.grace'), options: graces.map((each) => [each, say(`webhooks.secret.grace.${each}`)] as const), value: '86400' })}
          ${submit(say('webhooks.secret.submit'))}`,
        )}
        <h2>${say('webhooks.delete')}</h2>
        ${formOf(visit, 'delete-webhook', confirmed(say('webhooks.delete'), say('webhooks.delete.about'), { name: 'webhook', value: id, label: say('webhooks.delete.confirm'), text: say('webhooks.delete.text') }))}`,
    }
  },
}

const toWebhook: SiteForm['back'] = (values) => `webhook?id=${encodeURIComponent(textOf(values, 'webhook'))}`
const webhook = z.string().max(100)
const shownSecret = (secret: string, id: string) => ({
  title: say('webhooks.secret.copy'),
  label: say('webhooks.secret.label'),
  secret,
  text: say('webhooks.secret.text'),
  back: `webhook?id=${id}`,
})

const noEvent = { error: () => say('webhooks.fault.noEvent') }

const createWebhook = form({
  path: 'create-webhook',
  givesSecret: true,
  roles: managers,
  back: () => 'webhooks',
  fields: z.object({
    url: z
      .string()
      .trim()
      .min(1, { error: () => say('webhooks.fault.noUrl') })
      .max(2048, { error: () => say('webhooks.fault.longUrl') }),
    description: z
      .string()
      .trim()
      .max(500, { error: () => say('webhooks.fault.longDescription') })
      .optional(),
    events: z.array(z.string().max(100), noEvent).min(1, noEvent),
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
  fields: z.object({ webhook, grace: z.enum(graces, { error: () => say('webhooks.fault.grace') }) }),
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

// Deliveries of a webhook: what was sent, what came back, and sending it again (WHK-04).
import { z } from 'zod'
import { say, sayParts } from '../language/say.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import { done } from '../base/operator-error.ts'
import type { StoredDelivery } from '../webhooks/deliveries.store.ts'
import { recoverIn, resendIn } from '../webhooks/endpoints.ts'
import { form, managers, textOf, type SiteForm, type SitePage, type Visit } from '../site/kit.ts'
import {
  shortUrl,
  cursorOf,
  formOf,
  hidden,
  hrefOf,
  inputField,
  nextLink,
  pageLength,
  parseCursor,
  submit,
  table,
  timeOf,
} from '../site/parts.ts'
import { getWebhook } from '../webhooks/webhooks.store.ts'
import { reasonOf } from './webhooks.ts'
import { deliveriesOfWebhook, getDelivery } from '../webhooks/deliveries.store.ts'

const answerOf = ({ response, error }: StoredDelivery): string => {
  if (response) return `HTTP ${response.status}`
  return error === null ? say('deliveries.nothing') : reasonOf(error)
}
const durationOf = ({ durationMs }: StoredDelivery): string => (durationMs === null ? '' : `${durationMs} ms`)

const recoverForm = (visit: Visit, webhookId: string): Html =>
  html`<h2>${say('deliveries.recover')}</h2>
    <p>${say('deliveries.recover.text')}</p>
    ${formOf(
      visit,
      'recover-deliveries',
      html`${hidden('webhook', webhookId)}
      ${inputField(visit, { form: 'recover-deliveries', name: 'since', label: say('deliveries.recover.since'), value: new Date(visit.at - 86_400_000).toISOString().slice(0, 16), attributes: html`type="datetime-local" required` })}
      ${submit(say('deliveries.sendAgain'))}`,
    )}`

export const deliveriesPage: SitePage = {
  path: 'deliveries',
  title: 'page.settings.deliveries',
  under: 'webhooks',
  roles: managers,
  async read(visit) {
    const { tx, workspace, query } = visit
    const webhook = await getWebhook(tx, workspace.id, query.get('webhook') ?? '')
    if (!webhook) return undefined
    const after = parseCursor(query.get('after'))
    const found = await deliveriesOfWebhook(tx, workspace.id, webhook.id, { after, limit: pageLength + 1 })
    const shown = found.slice(0, pageLength)
    const last = found.length > pageLength ? shown.at(-1) : undefined
    const here = `deliveries?webhook=${webhook.id}`
    const rows = shown.map((delivery) => [
      html`<a href="${hrefOf(visit, `delivery?webhook=${webhook.id}&id=${delivery.id}`)}"
        >${timeOf(visit, delivery.createdAt, '')}</a
      >`,
      delivery.event,
      say('deliveries.tried', {
        status: say(`deliveries.status.${delivery.status}`),
        attempts: delivery.attempts,
      }),
      answerOf(delivery),
      durationOf(delivery),
    ])
    const columns = [
      say('deliveries.at'),
      say('deliveries.event'),
      say('deliveries.status'),
      say('deliveries.answer'),
      say('deliveries.duration'),
    ]
    const link = html`<a href="${hrefOf(visit, `webhook?id=${webhook.id}`)}">${shortUrl(webhook.url)}</a>`
    return {
      body: html`<p class="lead">${sayParts('deliveries.lead', { webhook: link })}</p>
        ${rows.length === 0 ? html`<p>${say('deliveries.none')}</p>` : table(say('deliveries.caption'), columns, rows)}
        ${nextLink(last && hrefOf(visit, `${here}&after=${cursorOf(last.createdAt, last.id)}`))}
        ${webhook.status === 'enabled' ? recoverForm(visit, webhook.id) : html`<p>${say('deliveries.disabled')}</p>`}`,
    }
  },
}

export const deliveryPage: SitePage = {
  path: 'delivery',
  title: 'page.settings.delivery',
  under: 'webhooks',
  roles: managers,
  async read(visit) {
    const { tx, workspace, query } = visit
    const webhook = await getWebhook(tx, workspace.id, query.get('webhook') ?? '')
    const delivery = webhook && (await getDelivery(tx, workspace.id, webhook.id, query.get('id') ?? ''))
    if (!webhook || !delivery) return undefined
    const { id, event, status, attempts, createdAt, lastAttemptAt, dueAt, response, requestBody } = delivery
    const fields = html`${hidden('webhook', webhook.id)}${hidden('delivery', id)}`
    return {
      body: html`<p>
          <a href="${hrefOf(visit, `deliveries?webhook=${webhook.id}`)}"
            >${say('deliveries.all', { url: shortUrl(webhook.url) })}</a
          >
        </p>
        <dl class="facts">
          <dt>${say('deliveries.event')}</dt>
          <dd>${event}</dd>
          <dt>${say('deliveries.id')}</dt>
          <dd>${id}</dd>
          <dt>${say('deliveries.at')}</dt>
          <dd>${timeOf(visit, createdAt, '')}</dd>
          <dt>${say('deliveries.status')}</dt>
          <dd>${say(`deliveries.status.${status}`)}</dd>
          <dt>${say('deliveries.attempts')}</dt>
          <dd>${attempts}</dd>
          <dt>${say('deliveries.lastAttempt')}</dt>
          <dd>${timeOf(visit, lastAttemptAt, say('deliveries.lastAttempt.never'))}</dd>
          ${
            status === 'pending' &&
            html`<dt>${say('deliveries.nextAttempt')}</dt>
              <dd>${timeOf(visit, dueAt, '')}</dd>`
          }
          <dt>${say('deliveries.duration')}</dt>
          <dd>${durationOf(delivery) || say('deliveries.nothing')}</dd>
          <dt>${say('deliveries.answer')}</dt>
          <dd>${answerOf(delivery)}</dd>
        </dl>
        ${webhook.status === 'enabled' ? formOf(visit, 'resend-delivery', html`${fields}${submit(say('deliveries.sendAgain'))}`) : html`<p>${say('deliveries.disabled.one')}</p>`}
        <h2>${say('deliveries.request')}</h2>
        <pre tabindex="0" aria-label="${say('deliveries.request.body')}">${requestBody}</pre>
        ${
          response &&
          html`<h2>${say('deliveries.answer')}</h2>
            <p class="quiet">
              ${say(response.encoding === 'utf-8' ? 'deliveries.answer.text' : 'deliveries.answer.base64')}
            </p>
            <pre tabindex="0" aria-label="${say('deliveries.answer.body')}">${response.body}</pre>`
        }`,
    }
  },
}

const webhook = z.string().max(100)
const encoded = (values: Parameters<SiteForm['back']>[0], name: string) =>
  encodeURIComponent(textOf(values, name))

const resend = form({
  path: 'resend-delivery',
  roles: managers,
  back: (values) => `delivery?webhook=${encoded(values, 'webhook')}&id=${encoded(values, 'delivery')}`,
  done: 'done.settings.resend-delivery',
  fields: z.object({ webhook, delivery: z.string().max(100) }),
  async run({ tx, workspace, at }, { webhook: id, delivery }) {
    const sent = await resendIn(tx, workspace.id, id, { deliveryId: delivery, at })
    return sent.ok ? done({}) : sent
  },
})

const recover = form({
  path: 'recover-deliveries',
  roles: managers,
  back: (values) => `deliveries?webhook=${encoded(values, 'webhook')}`,
  done: 'done.settings.recover-deliveries',
  fields: z.object({
    webhook,
    since: z
      .string()
      .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/, { error: () => say('deliveries.fault.form') })
      .transform((text) => Date.parse(`${text}Z`))
      .refine((since) => Number.isFinite(since), { error: () => say('deliveries.fault.absent') }),
  }),
  async run({ tx, workspace, at }, { webhook: id, since }) {
    const recovered = await recoverIn(tx, workspace.id, id, { since, at })
    return recovered.ok ? done({}) : recovered
  },
})

export const deliveryForms: readonly SiteForm[] = [resend, recover]

// Deliveries of a webhook: what was sent, what came back, and sending it again (WHK-04).
import { z } from 'zod'
import { counted } from '../base/counted.ts'
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
import { deliveriesOfWebhook, getDelivery } from '../webhooks/deliveries.store.ts'

const answerOf = ({ response, error }: StoredDelivery): string =>
  response ? `HTTP ${response.status}` : (error ?? 'None')
const durationOf = ({ durationMs }: StoredDelivery): string => (durationMs === null ? '' : `${durationMs} ms`)

const recoverForm = (visit: Visit, webhookId: string): Html =>
  html`<h2>Recover</h2>
    <p>Sends all failed and cancelled deliveries again whose event is not older than a time.</p>
    ${formOf(
      visit,
      'recover-deliveries',
      html`${hidden('webhook', webhookId)}
      ${inputField(visit, { form: 'recover-deliveries', name: 'since', label: 'Since (UTC)', value: new Date(visit.at - 86_400_000).toISOString().slice(0, 16), attributes: html`type="datetime-local" required` })}
      ${submit('Send again')}`,
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
      `${delivery.status}, ${counted(delivery.attempts, 'attempt')}`,
      answerOf(delivery),
      durationOf(delivery),
    ])
    return {
      body: html`<p class="lead">
          To <a href="${hrefOf(visit, `webhook?id=${webhook.id}`)}">${shortUrl(webhook.url)}</a>, of the last
          14 days.
        </p>
        ${rows.length === 0 ? html`<p>There are no deliveries.</p>` : table('Deliveries, newest first', ['Event at', 'Event', 'Status', 'Answer', 'Duration'], rows)}
        ${nextLink(last && hrefOf(visit, `${here}&after=${cursorOf(last.createdAt, last.id)}`))}
        ${webhook.status === 'enabled' ? recoverForm(visit, webhook.id) : html`<p>The webhook is disabled. Enable it to send deliveries again.</p>`}`,
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
            >All deliveries to ${shortUrl(webhook.url)}</a
          >
        </p>
        <dl class="facts">
          <dt>Event</dt>
          <dd>${event}</dd>
          <dt>Id</dt>
          <dd>${id}</dd>
          <dt>Event at</dt>
          <dd>${timeOf(visit, createdAt, '')}</dd>
          <dt>Status</dt>
          <dd>${status}</dd>
          <dt>Attempts</dt>
          <dd>${attempts}</dd>
          <dt>Last attempt</dt>
          <dd>${timeOf(visit, lastAttemptAt, 'Never')}</dd>
          ${
            status === 'pending' &&
            html`<dt>Next attempt</dt>
              <dd>${timeOf(visit, dueAt, '')}</dd>`
          }
          <dt>Duration</dt>
          <dd>${durationOf(delivery) || 'None'}</dd>
          <dt>Answer</dt>
          <dd>${answerOf(delivery)}</dd>
        </dl>
        ${webhook.status === 'enabled' ? formOf(visit, 'resend-delivery', html`${fields}${submit('Send again')}`) : html`<p>The webhook is disabled. Enable it to send this again.</p>`}
        <h2>Request</h2>
        <pre tabindex="0" aria-label="Body of the request">${requestBody}</pre>
        ${
          response &&
          html`<h2>Answer</h2>
            <p class="quiet">
              ${response.encoding === 'utf-8' ? 'The first 4 kB of the body.' : 'The first 4 kB of the body, which is not text; shown as base64.'}
            </p>
            <pre tabindex="0" aria-label="Body of the answer">${response.body}</pre>`
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
      .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/, 'Enter a date and a time like 2026-01-31T09:00.')
      .transform((text) => Date.parse(`${text}Z`))
      .refine((since) => Number.isFinite(since), 'Enter a date and a time that exist.'),
  }),
  async run({ tx, workspace, at }, { webhook: id, since }) {
    const recovered = await recoverIn(tx, workspace.id, id, { since, at })
    return recovered.ok ? done({}) : recovered
  },
})

export const deliveryForms: readonly SiteForm[] = [resend, recover]

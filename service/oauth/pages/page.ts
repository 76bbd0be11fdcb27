// The frame around every page that the service shows in a browser, and the headers that keep it harmless: no script but the
// one that a page names, no frame, nothing from elsewhere, nothing kept.
import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { languageNow, say } from '../../language/say.ts'
import { html, scriptOf, type Html } from './html.ts'
import { logo, styleSheet } from './style.ts'

// A changed sheet gets a new address, so that it can be cached for long.
const styleVersion = createHash('sha256').update(styleSheet).digest('hex').slice(0, 8)

const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  Vary: 'Accept-Language',
  'Cache-Control': 'no-store',
  // Not no-referrer: that would make browsers send `Origin: null` with our own forms.
  'Referrer-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const

export type Page = {
  title: string
  body: Html
  /** Under the card. */
  footer?: Html
  width?: 'narrow' | 'wide' | 'full'
  /** Before the card, with a link that skips it. */
  nav?: Html
  /** 200 unless it is given. */
  status?: number
  /** When it makes sense to try again (whole seconds); sent with 429 and 503. */
  retryAfterSeconds?: number
  /** The other origin to which a form of the page redirects, if any: browsers check each redirect. */
  formTarget?: string
  /** After so many seconds the browser reads the page again. */
  refreshSeconds?: number
  /** The only code that may run on the page, which has to do without it too. */
  script?: string
}

/** @param text the rendered page, in which everything that people typed is escaped */
const policyOf = ({ formTarget, script }: Page, text: string): string => {
  const targets = formTarget === undefined ? `'self'` : `'self' ${formTarget}`
  return [
    `default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'`,
    `form-action ${text.includes('<form ') ? targets : `'none'`}`,
    ...(script === undefined
      ? []
      : [`script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`]),
  ].join('; ')
}

/** The headers of a page, and its text. */
export const respond = (page: Page): { headers: Record<string, string>; text: string } => {
  const text = renderPage(page)
  return { headers: { ...pageHeaders, 'Content-Security-Policy': policyOf(page, text) }, text }
}

export const sendPage = (res: ServerResponse, page: Page): void => {
  const { status = 200, retryAfterSeconds: wait } = page
  const { headers, text } = respond(page)
  res.writeHead(status, {
    ...headers,
    'Content-Length': Buffer.byteLength(text),
    ...(wait !== undefined && { 'Retry-After': String(wait) }),
  })
  res.end(text)
}

export const renderPage = ({ title, body, footer, width, nav, refreshSeconds, script }: Page): string =>
  html`<!doctype html>
    <html lang="${languageNow()}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        ${refreshSeconds !== undefined && html`<meta http-equiv="refresh" content="${String(refreshSeconds)}" />`}
        <title>${title} – Svc</title>
        <link rel="icon" href="/oauth/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/oauth/style.css?v=${styleVersion}" />
      </head>
      <body>
        ${nav && html`<a class="skip" href="#content">${say('site.skip')}</a>${nav}`}
        <main id="content" tabindex="-1" ${width && html` class="${width}"`}>
          <p class="brand"><svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">${logo}</svg> Svc</p>
          ${body}
        </main>
        ${footer && html`<footer>${footer}</footer>`} ${script !== undefined && scriptOf(script)}
      </body>
    </html> `.toString()

/** Sends a file that the browser saves. */
export const sendFile = (res: ServerResponse, { name, text }: { name: string; text: string }): void => {
  res.writeHead(200, {
    ...pageHeaders,
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
    'Content-Length': Buffer.byteLength(text),
  })
  res.end(text)
}

/** A page that only says something. @param detail for support; shown small */
export const messagePage = (status: number, title: string, text: string, detail?: string): Page => ({
  title,
  status,
  body: html`<h1>${title}</h1>
    <p>${text}</p>
    ${detail !== undefined && html`<p class="quiet">${detail}</p>`}`,
})

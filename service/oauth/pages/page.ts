// The frame around every page that the service shows in a browser, and the headers that keep it harmless: no script, no
// frame, nothing from elsewhere, nothing kept.
import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { html, type Html } from './html.ts'
import { styleSheet } from './style.ts'

// A changed sheet gets a new address, so that it can be cached for long.
const styleVersion = createHash('sha256').update(styleSheet).digest('hex').slice(0, 8)

// A form of the sign-in ends in a redirect to the launcher's listener, and Chromium counts that as a form target.
const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self' http://127.0.0.1:*; base-uri 'none'; frame-ancestors 'none'"

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': contentSecurityPolicy,
  'Cache-Control': 'no-store',
  // Not no-referrer: that would make browsers send `Origin: null` with our own forms.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const

export type Page = {
  title: string
  body: Html
  /** Under the card. */
  footer?: Html
  width?: 'narrow' | 'wide'
  status?: number
  /** When it makes sense to try again (whole seconds); sent with 429. */
  retryAfterSeconds?: number
}

/** Sends a page. The status is 200 unless the page says otherwise. */
export const sendPage = (res: ServerResponse, page: Page): void => {
  res.writeHead(page.status ?? 200, {
    ...headers,
    ...(page.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(page.retryAfterSeconds) }),
  })
  res.end(renderPage(page))
}

/** The headers and the text of a page, for answers that another framework sends. */
export const pageParts = (page: Page): { headers: Readonly<Record<string, string>>; text: string } => ({
  headers,
  text: renderPage(page),
})

const renderPage = ({ title, body, footer, width }: Page): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – Svc</title>
<link rel="icon" href="/oauth/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/oauth/style.css?v=${styleVersion}">
</head>
<body>
<main${width === 'wide' && html` class="wide"`}>
<p class="brand">${mark} Svc</p>
${body}
</main>
${footer && html`<footer>${footer}</footer>`}
</body>
</html>
`.toString()

const mark = html`<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
  <rect width="32" height="32" rx="8" fill="#4a46d6" />
  <path
    d="M9.5 10.5 15 16l-5.5 5.5M17 21.5h6"
    fill="none"
    stroke="#fff"
    stroke-width="2.6"
    stroke-linecap="round"
    stroke-linejoin="round"
  />
</svg>`

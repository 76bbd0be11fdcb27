// Hono's escaping template, with types that refuse objects, which it would print, and promises, which it would wait for.
import { html as template, raw } from 'hono/html'

/** Markup that may be sent. Only `html` makes it. */
export type Html = { readonly isEscaped: true; toString(): string }

type Hole = string | number | Html | readonly (string | Html)[] | null | undefined | false

/** Interpolated strings are escaped for text and for double-quoted attributes; null, undefined and false are nothing. */
export const html = template as unknown as (parts: TemplateStringsArray, ...holes: readonly Hole[]) => Html

/** Puts what stands between backticks into `code` elements. */
export const withCode = (text: string): Html[] =>
  text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))

/** A script of ours, as it stands. The policy of its page has to name its digest. */
export const scriptOf = (code: string): Html => raw(`<script>${code}</script>`) as unknown as Html

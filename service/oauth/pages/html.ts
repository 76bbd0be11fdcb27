// Hono's escaping template, with types that refuse objects, which it would print, and promises, which it would wait for.
import { html as template } from 'hono/html'

/** Markup that may be sent. Only `html` makes it. */
export type Html = { readonly isEscaped: true; toString(): string }

type Hole = string | number | Html | readonly Html[] | null | undefined | false

/** Interpolated strings are escaped for text and for double-quoted attributes; null, undefined and false are nothing. */
export const html = template as unknown as (parts: TemplateStringsArray, ...holes: readonly Hole[]) => Html

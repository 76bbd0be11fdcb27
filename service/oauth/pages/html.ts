// HTML by tagged template: what is interpolated is escaped unless it is itself such a template.
declare const markup: unique symbol

/** Markup that may be sent. Only `html` makes it. */
export type Html = { readonly [markup]: true; readonly text: string }

type Hole = string | number | Html | readonly Html[] | null | undefined | false

/** Interpolated strings are escaped for text and for double-quoted attributes; null, undefined and false are nothing. */
export const html = (parts: TemplateStringsArray, ...holes: readonly Hole[]): Html =>
  markupOf(parts.reduce((text, part, index) => text + render(holes[index - 1]) + part))

const markupOf = (text: string): Html => ({ text }) as Html

const render = (hole: Hole): string => {
  if (hole === null || hole === undefined || hole === false) return ''
  if (typeof hole === 'string') return escapeHtml(hole)
  if (typeof hole === 'number') return String(hole)
  if ('text' in hole) return hole.text
  return hole.map((one) => one.text).join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')

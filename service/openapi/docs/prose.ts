// Renders the Markdown of descriptions: paragraphs, lists, headings, code.
import { html, withCode, type Html } from '../../oauth/pages/html.ts'

/** Text whose lines stay as they are. */
export const verbatim = (text: string): Html => html`<pre><code>${text}</code></pre>`

const headingMark = '## '
const fence = '```'

export type Heading = { id: string; title: string }

const headingOf = (block: string): Heading => {
  const title = block.slice(headingMark.length)
  return { id: `guide-${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`, title }
}

/** Splits a text into paragraphs, lists, headings and fenced texts. */
const blocksOf = (text: string): string[] =>
  text
    .split(/(^```\n[^]*?^```$)/m)
    .flatMap((part) => (part.startsWith(fence) ? [part] : part.split('\n\n').map((block) => block.trim())))
    .filter((block) => block !== '')

/** The headings in a text, in their order. */
export const headingsIn = (text: string): Heading[] =>
  blocksOf(text)
    .filter((block) => block.startsWith(headingMark))
    .map(headingOf)

const blockOf = (block: string): Html => {
  if (block.startsWith(fence)) return verbatim(block.slice(fence.length + 1, -fence.length - 1))
  if (block.startsWith(headingMark)) {
    const { id, title } = headingOf(block)
    return html`<h2 id="${id}">${title}</h2>`
  }
  if (!block.startsWith('- ')) return html`<p>${withCode(block)}</p>`
  // An item continues on the lines after it.
  const items = block.split(/\n(?=- )/)
  return html`<ul>
    ${items.map((item) => html`<li>${withCode(item.slice(2))}</li>`)}
  </ul>`
}

export const prose = (text: string | undefined): Html[] => blocksOf(text ?? '').map(blockOf)

import { expect, test } from 'vitest'
import { headingsIn, prose } from './operation.ts'

const rendered = (text: string): string =>
  prose(text)
    .map((block) => block.toString().replaceAll(/\s*\n\s*/g, ''))
    .join('|')

test.each([
  ['paragraphs with code', 'One `a<b`.\n\nTwo.', '<p>One <code>a&lt;b</code>.</p>|<p>Two.</p>'],
  ['a list whose entry goes on', '- one\n  more\n- two', '<ul><li>onemore</li> <li>two</li></ul>'],
  ['a heading', '## Sending again', '<h2 id="guide-sending-again">Sending again</h2>'],
])('GEN-11 a description is shown as it is written: %s', (_, text, shown) => {
  expect(rendered(text).replaceAll('> <', '><')).toBe(shown.replaceAll('> <', '><'))
})

test('GEN-11 a fenced text keeps its lines, blank ones and marks included', () => {
  const [block, after] = prose('```\n## no heading\n\n- `no` list\n```\n\nAfter.')
  expect(String(block)).toBe('<pre><code>## no heading\n\n- `no` list</code></pre>')
  expect(String(after)).toBe('<p>After.</p>')
  expect(headingsIn('```\n## no heading\n```\n\n## One\n\nText.')).toEqual([
    { id: 'guide-one', title: 'One' },
  ])
})

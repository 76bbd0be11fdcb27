import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { askToNavigate } from './guards.ts'
import type { MainFrame } from './main-frame.ts'

const ask = (refusedBy: 'nobody' | 'will-frame-navigate' | 'will-navigate') => {
  const heard: string[] = []
  const contents = new EventEmitter()
  for (const name of ['will-frame-navigate', 'will-navigate'])
    contents.on(name, (event: Electron.Event) => {
      heard.push(name)
      if (name === refusedBy) event.preventDefault()
    })
  const url = 'https://example.com/'
  const decision = askToNavigate(contents, {
    url,
    isMainFrame: true,
    cause: 'navigation',
    frame: {} as MainFrame,
  })
  return [decision, ...heard]
}

test('a page that leaves asks both guards, and the second one only while the first one lets it', () => {
  expect(ask('nobody')).toEqual(['follow', 'will-frame-navigate', 'will-navigate'])
  expect(ask('will-navigate')).toEqual(['stay', 'will-frame-navigate', 'will-navigate'])
  expect(ask('will-frame-navigate')).toEqual(['stay', 'will-frame-navigate'])
})

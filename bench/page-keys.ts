// How long keystrokes and summons take in the page, measured inside it, with the detail pane and without.
import type { Page } from 'playwright/test'
import { percentile } from './percentile.ts'

type Measured = {
  painted: number[]
  /** Milliseconds from the key's arrival in the browser to the start of the frame that shows its rows. */
  keys: number[]
  /** Milliseconds from the key's arrival in the page to its rows being in the document. */
  work: number[]
  /** Frames that were shown with the letter and without its rows. */
  framesLate: number[]
  longTasks: number
}
export type BenchPage = typeof globalThis & {
  bench: Measured
  launcher: {
    on: (name: string, listener: () => void) => void
    call: (name: string, input: unknown) => Promise<unknown>
  }
}

type Keys = Pick<Measured, 'keys' | 'work' | 'framesLate'>
export const noKeys = (): Keys => ({ keys: [], work: [], framesLate: [] })

export const measuredKeys = (page: Page): Promise<Keys> =>
  page.evaluate(() => (globalThis as BenchPage).bench)

/** Shows or hides the detail pane, as Mod+. does. */
export const showPane = async (page: Page, detailPane: boolean): Promise<void> => {
  await page.evaluate(
    (on) => (globalThis as BenchPage).launcher.call('settings.set', { detailPane: on }),
    detailPane,
  )
  await page.locator('aside').waitFor({ state: detailPane ? 'attached' : 'detached' })
}

export const ratio = (one: readonly number[], other: readonly number[], share: number): number =>
  Math.round((percentile(one, share) / percentile(other, share)) * 100) / 100

/** Inside the page: when a summon was painted, and how long each keystroke took until its rows were. */
export const watchPage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const here = globalThis as BenchPage
    here.bench = { painted: [], keys: [], work: [], framesLate: [], longTasks: 0 }
    here.launcher.on('view.shown', () => {
      requestAnimationFrame(() =>
        requestAnimationFrame(() => here.bench.painted.push(performance.timeOrigin + performance.now())),
      )
    })
    new PerformanceObserver((list) => {
      here.bench.longTasks += list.getEntries().length
    }).observe({ entryTypes: ['longtask'] })
    document.addEventListener(
      'input',
      (event) => {
        const { timeStamp } = event
        const heard = performance.now()
        const list = document.querySelector('[role=listbox]')
        if (list === null) return
        let frames = 0
        let isThere = false
        /** @param isFrame whether a frame begins now. Busy: the rows still answer the query of before this keystroke. */
        const look = (isFrame: boolean): void => {
          if (isThere || list.ariaBusy === 'true') return
          rows.disconnect()
          isThere = true
          here.bench.work.push(performance.now() - heard)
          here.bench.framesLate.push(frames)
          const shown = (): void => void here.bench.keys.push(performance.now() - timeStamp)
          if (isFrame) shown()
          else requestAnimationFrame(shown)
        }
        const rows = new MutationObserver(() => look(false))
        const countFrames = (): void => {
          // A key that leaves the rows as they are changes nothing.
          look(true)
          if (isThere) return
          frames += 1
          requestAnimationFrame(countFrames)
        }
        requestAnimationFrame(countFrames)
        rows.observe(list, { childList: true, subtree: true, characterData: true, attributes: true })
      },
      true,
    )
  })

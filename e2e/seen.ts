// Checks for specs of every view: serious findings of axe, and content that is cut off sideways.
import type { Page } from 'playwright/test'
import axe from 'axe-core'
import { expect } from './expect.ts'

/** @param rules the only ones that are asked; otherwise all */
export const problems = async (page: Page, rules: string[] = []): Promise<axe.Result[]> => {
  // During a fade the contrast is too low.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // One that has begun goes on.
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish()
  })
  // The page keeps it: evaluating it takes longer than asking it.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return page.evaluate(
    // Axe describes violations only. Describing all elements that pass takes most of its time.
    async (only) =>
      (
        await axe.run({
          resultTypes: ['violations'],
          ...(only.length === 0 ? {} : { runOnly: only }),
        })
      ).violations,
    rules,
  )
}

export const named = ({ id, nodes }: axe.Result): string =>
  `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`

export const seriousProblems = async (page: Page): Promise<string[]> =>
  (await problems(page)).filter(({ impact }) => impact === 'serious' || impact === 'critical').map(named)

/** Axe finds nothing, in light and in dark. */
export const nothingIsFound = async (page: Page): Promise<void> => {
  await page.emulateMedia({ colorScheme: 'light' })
  expect((await problems(page)).map(named), 'light').toEqual([])
  // Only colours differ in the dark theme.
  await page.emulateMedia({ colorScheme: 'dark' })
  expect((await problems(page, ['color-contrast'])).map(named), 'dark').toEqual([])
}

/** The window as it is, and at 200 %: the same pixels, half as many of the page's. */
export const full = { width: 920, height: 560 }
export const half = { width: 460, height: 280 }

/** Nothing is wider than the page, no control is cut off by its edge, and no empty field cuts off what it asks for. */
export const whole = { page: 0, cut: [] }

export const overflow = (page: Page): Promise<{ page: number; cut: string[] }> =>
  page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d')
    const isCutAtPage = (element: Element): boolean => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 1 && (left < -1 || right > innerWidth + 1)
    }
    const isHintCut = (input: HTMLInputElement): boolean => {
      if (pen === null) return false
      const { fontWeight, fontSize, fontFamily, letterSpacing, paddingLeft, paddingRight } =
        getComputedStyle(input)
      Object.assign(pen, { font: `${fontWeight} ${fontSize} ${fontFamily}`, letterSpacing })
      const room = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
      return pen.measureText(input.placeholder).width > room + 1
    }
    return {
      page: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      cut: [
        ...[...document.querySelectorAll('button, input, h1, h2, label')].filter(isCutAtPage),
        ...[...document.querySelectorAll<HTMLInputElement>('input:placeholder-shown')].filter(isHintCut),
      ].map(({ outerHTML }) => outerHTML.slice(0, 120)),
    }
  })

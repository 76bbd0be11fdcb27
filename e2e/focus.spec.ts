// Where the focus is in the very frame that shows a view: a key pressed then is not lost.
import { expect, test } from './signed-in.ts'
import { dismiss, runCommand, summon } from './steps.ts'

test('APP-09 the frame that shows a form or a page has the focus in it: no key is lost', async ({
  signedIn: launched,
}) => {
  const { app, page } = launched
  /** What has the focus when `view` comes into the document: before it is painted, and before any timer. */
  const focusAtFirst = (view: string) =>
    page.evaluate(
      (selector) =>
        new Promise<string | null>((resolve) => {
          const observer = new MutationObserver(() => {
            const found = document.querySelector(selector)
            if (found === null) return
            observer.disconnect()
            resolve(found.contains(document.activeElement) ? (document.activeElement?.tagName ?? null) : null)
          })
          observer.observe(document, { childList: true, subtree: true })
        }),
      view,
    )
  for (const [words, view, focused] of [
    ['Daily brief', 'main[aria-label="Daily brief"]', /^(LI|BUTTON|MAIN|DIV)$/],
    ['Settings', '[aria-label="Settings"] select', /^SELECT$/],
    ['Outbox', 'main[aria-label="Outbox"]', /^MAIN$/],
    ['New task', 'form[aria-label="New task"]', /^INPUT$/],
  ] as const) {
    await summon(app)
    const seen = focusAtFirst(view)
    await runCommand(launched, words)
    expect(await seen, words).toMatch(focused)
    await dismiss(launched)
  }
})

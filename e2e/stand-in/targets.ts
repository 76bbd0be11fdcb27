// Chromium's windows as they come: those that the stand-in asked for, and popups that a page opened past its guards.
import { type Chromium, isVisible } from './chromium.ts'
import type { CdpSession, Protocol } from './cdp.ts'

interface Target {
  targetId: string
  session: CdpSession
}

type TargetInfo = Protocol.Target.TargetInfo

export interface Targets {
  open(): Promise<Target>
}

/** @param onPopup of a window nobody asked for; it waits for its debugger until it is resumed. */
export async function watchTargets(
  chromium: Chromium,
  onPopup: (info: TargetInfo, session: CdpSession) => void,
): Promise<Targets> {
  const attached = new Map<string, { info: TargetInfo; session: CdpSession }>()
  const claimed = new Set<string>()
  const arrivals = new Set<() => void>()
  let opening: Promise<unknown> = Promise.resolve()
  let lastWindow = 0

  chromium.browser.on('Target.attachedToTarget', ({ targetInfo, sessionId }) => {
    const session = chromium.session(sessionId)
    attached.set(targetInfo.targetId, { info: targetInfo, session })
    for (const arrived of arrivals) arrived()
    void opening.then(() => {
      if (!claimed.has(targetInfo.targetId)) onPopup(targetInfo, session)
    })
  })
  chromium.browser.on('Target.detachedFromTarget', ({ targetId }) => void attached.delete(targetId ?? ''))
  await chromium.browser.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'page' }, { exclude: true }],
  })

  const claim = async (
    find: () => { info: TargetInfo; session: CdpSession } | undefined,
  ): Promise<Target> => {
    for (let found = find(); ; found = find()) {
      if (found) {
        claimed.add(found.info.targetId)
        return { targetId: found.info.targetId, session: found.session }
      }
      const { promise, resolve } = Promise.withResolvers<void>()
      arrivals.add(resolve)
      await promise
      arrivals.delete(resolve)
    }
  }
  const open = async (): Promise<Target> => {
    if (isVisible) {
      lastWindow += 1
      const url = `data:text/html,standin-${lastWindow}`
      chromium.openAppWindow(url)
      return claim(() => [...attached.values()].find(({ info }) => info.url === url))
    }
    const { targetId } = await chromium.browser.send('Target.createTarget', {
      url: 'about:blank',
      newWindow: true,
    })
    return claim(() => attached.get(targetId))
  }
  return {
    // One after the other, so that Playwright sees windows in the order in which the app made them.
    open: () => {
      const next = opening.then(open)
      opening = next.catch(() => undefined)
      return next
    },
  }
}

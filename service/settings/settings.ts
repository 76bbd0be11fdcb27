// The developer settings of a workspace in the browser (AUT-12).
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pathOf } from '../http/server/browser-request.ts'
import { answerFailure } from '../oauth/pages/pages.ts'
import { say } from '../language/say.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import { addressForm, type SiteDeps } from '../site/admission.ts'
import { createSite } from '../site/site.ts'
import type { SitePage, Visit } from '../site/kit.ts'
import { hrefOf } from '../site/parts.ts'
import { createLinkPages, isLinkPath } from './links.ts'
import { forms, pages } from './table.ts'

export type SettingsDeps = SiteDeps & { log: { error(fields: object, message: string): void } }

const root = '/settings'
const address = addressForm(root)

/** A page of the settings, also with its query: a sign-in may lead there. */
export const isSettingsPath = (text: string): boolean => address.test(text)

const navigation = (visit: Visit, current: SitePage): Html => {
  const { workspace, actor } = visit
  const listed = [...pages.values()].filter(
    ({ under, roles }) => under === undefined && roles.includes(actor.role),
  )
  const shown = current.under ?? current.path
  return html`<nav aria-label="${say('page.settings.workspaces')}">
    <p><a href="/w/${workspace.slug}">${workspace.name}</a></p>
    <ul>
      ${listed.map(
        ({ path, title }) =>
          html`<li>
            <a
              href="${hrefOf(visit, path)}"
              ${path === shown && html` aria-current="${path === current.path ? 'page' : 'true'}"`}
              >${say(title)}</a
            >
          </li>`,
      )}
    </ul>
  </nav>`
}

/** Handles `/settings`; see `handle`. */
export const createSettings = (deps: SettingsDeps) => {
  const { store, now, baseUrl, log, formRateLimiter, oauth } = deps
  const site = createSite(
    {
      root,
      pages,
      forms,
      first: 'home',
      purpose: 'site.purpose.settings',
      title: 'page.settings.workspaces',
      navigation,
    },
    deps,
  )
  const { showSignIn } = site
  const { sessions } = oauth
  const links = createLinkPages({ store, now, baseUrl, sessions, formRateLimiter, showSignIn })

  return {
    /** Answers a request under `/settings`. @returns false when the path is not ours; then nothing was read or written. */
    async handle(req: IncomingMessage, res: ServerResponse): Promise<boolean> {
      const path = pathOf(req)
      if (!/^\/settings(\/|$)/.test(path)) return false
      try {
        const [, slug, page] = address.exec(path) ?? []
        if (isLinkPath(page) && slug !== undefined) await links({ req, res }, { slug, path: page })
        else await site.answer({ req, res })
      } catch (error) {
        log.error({ err: error }, 'A settings page failed.')
        answerFailure(res, error)
      }
      return true
    },
  }
}

// The home of a workspace in the browser, below `/w`: the day, tasks, and the tables of objects (LCH-11).
import type { IncomingMessage, ServerResponse } from 'node:http'
import { methodNotAllowed, pathOf, seeOther } from '../http/server/browser-request.ts'
import { answerFailure } from '../oauth/pages/pages.ts'
import { addressForm, type SiteDeps } from '../site/admission.ts'
import type { SiteForm, SitePage, Visit } from '../site/kit.ts'
import { createSite } from '../site/site.ts'
import { dayPage } from './day.ts'
import { navigationOf } from './navigation.ts'
import { objectsPage, recordsPage } from './record-list.ts'
import { editRecordPage, newRecordPage, recordForms } from './record-pages.ts'
import { myTasksPage, teamTasksPage } from './task-lists.ts'
import { editTaskPage, newTaskPage, taskForms } from './task-pages.ts'

export type HomeDeps = SiteDeps & { log: { error(fields: object, message: string): void } }

const root = '/w'
const address = addressForm(root)

/** The page of a task, a record, a meeting or a notification. */
export const thingForm =
  /^\/w\/([a-z0-9][a-z0-9-]{0,99})\/(tasks|records|meetings|notifications)\/([\w-]{1,200})$/

/** A page below `/w`, also with its query: a sign-in may lead there. */
export const isHomePath = (text: string): boolean => {
  const [path = '', ...query] = text.split('?')
  return address.test(text) || (thingForm.test(path) && /^[\w=&.%*+-]{0,500}$/.test(query.join('?')))
}

const byPath = <T extends { path: string }>(all: readonly T[]): ReadonlyMap<string, T> =>
  new Map(all.map((one) => [one.path, one]))

export const homePages: ReadonlyMap<string, SitePage> = byPath([
  dayPage,
  myTasksPage,
  teamTasksPage,
  newTaskPage,
  editTaskPage,
  objectsPage,
  recordsPage,
  newRecordPage,
  editRecordPage,
])
export const homeForms: ReadonlyMap<string, SiteForm> = byPath([...taskForms, ...recordForms])

/** The link of the navigation that a page belongs to. */
const placeOf = ({ query }: Visit, { path, under }: SitePage): string => {
  const object = query.get('object')
  return path === 'records' || path === 'new-record' ? `records?object=${object ?? ''}` : (under ?? path)
}

/** Handles `/`, and `/w` but for the pages of things; see `handle`. */
export const createHome = (deps: HomeDeps) => {
  const site = createSite(
    {
      root,
      pages: homePages,
      forms: homeForms,
      first: '',
      purpose: 'site.purpose.home',
      title: 'page.home.workspaces',
      navigation: (visit, current) => navigationOf(visit, placeOf(visit, current)),
      isPage: isHomePath,
    },
    deps,
  )
  return {
    /** @returns false when the path is not ours; then nothing was read or written */
    async handle(req: IncomingMessage, res: ServerResponse): Promise<boolean> {
      const path = pathOf(req)
      // Programs that ask for `/` get the answer of the API.
      const isFront = path === '/' && /\btext\/html\b/.test(req.headers.accept ?? '')
      if (!isFront && !/^\/w(\/|$)/.test(path)) return false
      try {
        if (!isFront) await site.answer({ req, res })
        else if (req.method === 'GET' || req.method === 'HEAD') seeOther(res, root)
        else methodNotAllowed(res, ['GET', 'HEAD'])
      } catch (error) {
        deps.log.error({ err: error }, 'A page of the home failed.')
        answerFailure(res, error)
      }
      return true
    },
  }
}

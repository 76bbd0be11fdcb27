// The way from each page of a workspace to the others.
import { objectsOfWorkspace } from '../objects/objects.store.ts'
import { say } from '../language/say.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import type { Visit } from '../site/kit.ts'

/** Objects of which the navigation shows links; the page of objects has all. */
const mostObjects = 8

type Place = Pick<Visit, 'tx'> & { workspace: Pick<Visit['workspace'], 'id' | 'slug' | 'name'> }

/** @param current the path below the workspace of the page that is shown, or of the one above it */
export const navigationOf = async ({ tx, workspace }: Place, current: string): Promise<Html> => {
  const objects = await objectsOfWorkspace(tx, workspace.id)
  const { slug } = workspace
  const link = (path: string, title: string) =>
    html`<li>
      <a href="/w/${slug}${path && `/${path}`}" ${path === current && html` aria-current="true"`}>${title}</a>
    </li>`
  return html`<nav aria-label="${say('site.workspace')}">
    <p>${workspace.name}</p>
    <ul>
      ${link('', say('site.home'))} ${link('my-tasks', say('page.home.my-tasks'))}
      ${link('tasks', say('page.home.tasks'))}
      ${objects.slice(0, mostObjects).map(({ slug: object, pluralName }) => link(`records?object=${object}`, pluralName))}
      ${(objects.length === 0 || objects.length > mostObjects) && link('objects', say('page.home.objects'))}
      <li><a href="/settings/${slug}/notifications">${say('nav.notifications')}</a></li>
      <li><a href="/settings/${slug}">${say('nav.settings')}</a></li>
    </ul>
  </nav>`
}

// The way from each page of a workspace to the others.
import { objectsOfWorkspace } from '../objects/objects.store.ts'
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
  return html`<nav aria-label="Workspace">
    <p>${workspace.name}</p>
    <ul>
      ${link('', 'Home')} ${link('my-tasks', 'My tasks')} ${link('tasks', 'Team tasks')}
      ${objects.slice(0, mostObjects).map(({ slug: object, pluralName }) => link(`records?object=${object}`, pluralName))}
      ${(objects.length === 0 || objects.length > mostObjects) && link('objects', 'All objects')}
      <li><a href="/settings/${slug}/notifications">Notifications</a></li>
      <li><a href="/settings/${slug}">Settings</a></li>
    </ul>
  </nav>`
}

// The workspace as its operator set it, and its projects: names of variables, never values.
import { html } from '../oauth/pages/html.ts'
import { managers, type SitePage } from '../site/kit.ts'
import { hrefOf, nextLink, pageOf, table, timeOf } from '../site/parts.ts'
import { membersOfWorkspace } from '../access/members.store.ts'
import {
  projectsOfWorkspace,
  environmentsOfProject,
  findProject,
  namesOfVariables,
} from '../environments/environments.store.ts'

/** A word of a command line, as shells take it. */
function shellWord(word: string): string {
  if (/^[\w./:@%+,-]+$/.test(word)) return word
  return process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

export const workspacePage: SitePage = {
  path: 'workspace',
  title: 'page.settings.workspace',
  roles: managers,
  async read(visit) {
    const { tx, workspace, localDatabase } = visit
    const database = localDatabase === undefined ? '' : ` --database ${shellWord(localDatabase)}`
    const asOwner = localDatabase === undefined ? '' : ' --as-owner EMAIL'
    const members = (await membersOfWorkspace(tx, workspace.id)).length
    const { name, slug, plan, memberLimit, createdAt } = workspace
    return {
      body: html`<p class="lead">
          The operator of this service sets these with <code>svc workspace set${database}</code>.
        </p>
        <dl class="facts">
          <dt>Name</dt>
          <dd>${name}</dd>
          <dt>Slug</dt>
          <dd>${slug}</dd>
          <dt>Plan</dt>
          <dd>${plan === 'pro' ? 'Pro' : 'Free'}</dd>
          <dt>Members</dt>
          <dd>${members} (${memberLimit === null ? 'no limit' : `at most ${memberLimit}`})</dd>
          <dt>Created</dt>
          <dd>${timeOf(visit, createdAt, '')}</dd>
        </dl>
        <h2>Export</h2>
        <p>The operator exports everything but passwords, keys and tokens as lines of JSON:</p>
        <pre tabindex="0" aria-label="Command">svc export --workspace ${slug} ${slug}.ndjson${database}</pre>
        <p>
          Into another database${asOwner === '' ? '' : ', where you are the person with this email address'}:
        </p>
        <pre tabindex="0" aria-label="Command">
svc import ${slug}.ndjson --workspace ${slug}${asOwner} --database URL</pre>
        ${localDatabase === undefined ? '' : html`<p>In the folder of the project, <code>svc</code> is <code>npm run -s svc --</code>.</p>`}`,
    }
  },
}

export const projectsPage: SitePage = {
  path: 'projects',
  title: 'page.settings.projects',
  roles: managers,
  async read(visit) {
    const { tx, workspace } = visit
    const { shown, next } = pageOf(visit, 'projects', await projectsOfWorkspace(tx, workspace.id))
    const rows = []
    for (const { id, slug, name } of shown) {
      const environments = await environmentsOfProject(tx, workspace.id, id)
      const links = environments.map(
        (environment) =>
          html`<li>
            <a
              href="${hrefOf(visit, `project?id=${slug}&environment=${encodeURIComponent(environment.name)}`)}"
              >${environment.name}</a
            >, changed ${timeOf(visit, environment.updatedAt, '')}
          </li>`,
      )
      rows.push([
        name,
        slug,
        links.length === 0
          ? 'None'
          : html`<ul>
              ${links}
            </ul>`,
      ])
    }
    return {
      body: html`<p class="lead">Projects and the environments that <code>svc env push</code> made.</p>
        ${rows.length === 0 ? html`<p>There are no projects. The operator makes them with <code>svc project create</code>.</p>` : table('Projects by slug', ['Name', 'Slug', 'Environments'], rows)}
        ${next}`,
    }
  },
}

const namesOnPage = 100

export const projectPage: SitePage = {
  path: 'project',
  title: 'page.settings.project',
  under: 'projects',
  roles: managers,
  async read(visit) {
    const { tx, workspace, query } = visit
    const project = await findProject(tx, workspace.id, query.get('id') ?? '')
    if (!project) return undefined
    const name = query.get('environment') ?? ''
    const known = await environmentsOfProject(tx, workspace.id, project.id)
    if (!known.some((each) => each.name === name)) return undefined
    const page = { after: query.get('after') ?? undefined, limit: namesOnPage + 1 }
    const place = { projectId: project.id, environment: name }
    const found = await namesOfVariables(tx, workspace.id, place, page)
    const shown = found.slice(0, namesOnPage)
    const last = found.length > namesOnPage ? shown.at(-1) : undefined
    const rows = shown.map((each) => [
      each.name,
      each.updatedByName ?? 'Unknown',
      timeOf(visit, each.updatedAt, ''),
    ])
    const here = `project?id=${project.slug}&environment=${encodeURIComponent(name)}`
    return {
      title: `${project.name}: ${name}`,
      body: html`<p class="lead">Values are not shown. <code>svc env pull</code> reads them.</p>
        ${rows.length === 0 ? html`<p>There are no variables.</p>` : table('Variables by name', ['Name', 'Changed by', 'Changed'], rows)}
        ${nextLink(last && hrefOf(visit, `${here}&after=${encodeURIComponent(last.name)}`))}`,
    }
  },
}

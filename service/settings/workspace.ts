// The workspace as its operator set it, and its projects: names of variables, never values.
import { say, sayParts } from '../language/say.ts'
import { html, type Html } from '../oauth/pages/html.ts'
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

const code = (text: string): Html => html`<code>${text}</code>`

export const workspacePage: SitePage = {
  path: 'workspace',
  title: 'page.settings.workspace',
  roles: managers,
  async read(visit) {
    const { tx, workspace, localDatabase } = visit
    const database = localDatabase === undefined ? '' : ` --database ${shellWord(localDatabase)}`
    const asOwner = localDatabase === undefined ? '' : ' --as-owner EMAIL'
    const count = (await membersOfWorkspace(tx, workspace.id)).length
    const { name, slug, plan, memberLimit, createdAt } = workspace
    return {
      body: html`<p class="lead">
          ${sayParts('workspace.lead', { command: code(`svc workspace set${database}`) })}
        </p>
        <dl class="facts">
          <dt>${say('workspace.name')}</dt>
          <dd>${name}</dd>
          <dt>${say('workspace.slug')}</dt>
          <dd>${slug}</dd>
          <dt>${say('workspace.plan')}</dt>
          <dd>${say(plan === 'pro' ? 'workspace.plan.pro' : 'workspace.plan.free')}</dd>
          <dt>${say('workspace.members')}</dt>
          <dd>
            ${memberLimit === null ? say('workspace.members.unlimited', { count }) : say('workspace.members.limited', { count, limit: memberLimit })}
          </dd>
          <dt>${say('workspace.created')}</dt>
          <dd>${timeOf(visit, createdAt, '')}</dd>
        </dl>
        <h2>${say('workspace.export')}</h2>
        <p>${say('workspace.export.text')}</p>
        <pre tabindex="0" aria-label="${say('workspace.command')}">
svc export --workspace ${slug} ${slug}.ndjson${database}</pre>
        <p>${say(asOwner === '' ? 'workspace.export.elsewhere' : 'workspace.export.elsewhereAs')}</p>
        <pre tabindex="0" aria-label="${say('workspace.command')}">
svc import ${slug}.ndjson --workspace ${slug}${asOwner} --database URL</pre>
        ${localDatabase === undefined ? '' : html`<p>${sayParts('workspace.export.folder', { svc: code('svc'), npm: code('npm run -s svc --') })}</p>`}`,
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
            ${sayParts('workspace.environment', {
              environment: html`<a
                href="${hrefOf(visit, `project?id=${slug}&environment=${encodeURIComponent(environment.name)}`)}"
                >${environment.name}</a
              >`,
              time: timeOf(visit, environment.updatedAt, ''),
            })}
          </li>`,
      )
      rows.push([
        name,
        slug,
        links.length === 0
          ? say('workspace.environments.none')
          : html`<ul>
              ${links}
            </ul>`,
      ])
    }
    const columns = [say('workspace.name'), say('workspace.slug'), say('workspace.environments')]
    return {
      body: html`<p class="lead">${sayParts('workspace.projects', { command: code('svc env push') })}</p>
        ${rows.length === 0 ? html`<p>${sayParts('workspace.projects.none', { command: code('svc project create') })}</p>` : table(say('workspace.projects.caption'), columns, rows)}
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
      each.updatedByName ?? say('workspace.changedBy.unknown'),
      timeOf(visit, each.updatedAt, ''),
    ])
    const here = `project?id=${project.slug}&environment=${encodeURIComponent(name)}`
    const columns = [say('workspace.name'), say('workspace.changedBy'), say('workspace.changed')]
    return {
      title: `${project.name}: ${name}`,
      body: html`<p class="lead">${sayParts('workspace.variables', { command: code('svc env pull') })}</p>
        ${rows.length === 0 ? html`<p>${say('workspace.variables.none')}</p>` : table(say('workspace.variables.caption'), columns, rows)}
        ${nextLink(last && hrefOf(visit, `${here}&after=${encodeURIComponent(last.name)}`))}`,
    }
  },
}

// Imports of a person: the list, and one with what it becomes, its result and its actions. Works without a script (IMP-02).
import { undoImportWithin, type Import, type ImportLook } from '../../shared/api/launcher/imports.ts'
import { leftOutCsv, presentImport } from '../imports/import.view.ts'
import { ownImport } from '../imports/import-write.ts'
import { taskFields } from '../imports/reading/tasks/task-columns.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import { everyone, type SitePage, type Visit } from '../site/kit.ts'
import { confirmed, formOf, hidden, hrefOf, submit, table, timeOf } from '../site/parts.ts'
import { objectsOfWorkspace } from '../objects/objects.store.ts'
import { importsOfPerson, leftOutOfImport } from '../imports/imports.store.ts'
import { choicesForm, fileForm } from './import-forms.ts'

const stateOf = ({ state, problem, progress }: Import): string => {
  if (state === 'failed') return problem ?? 'It failed.'
  if (state === 'running') return `Running: ${progress.rows} of ${progress.total} rows`
  const words = { looked: 'Not imported yet', done: 'Imported', cancelled: 'Cancelled' } as const
  return state === 'undoing' ? 'Being undone' : state === 'undone' ? 'Undone' : words[state]
}

const listOf = (visit: Visit, imports: readonly Import[]): Html => {
  if (imports.length === 0) return html``
  const rows = imports.map((one) => [
    html`<a href="${hrefOf(visit, `import?id=${one.id}`)}">${one.name}</a>`,
    timeOf(visit, Date.parse(one.createdAt), ''),
    stateOf(one),
  ])
  return html`<h2>Your imports</h2>
    ${table('Imports of the last 7 days, newest first', ['File', 'Came', 'State'], rows)}`
}

/** A form with one button. */
const act = (visit: Visit, path: string, id: string, label: string): Html =>
  formOf(visit, path, html`${hidden('id', id)} ${submit(label)}`)
const actConfirmed = (visit: Visit, path: string, { id, name }: Import, label: string, text: string): Html =>
  formOf(
    visit,
    path,
    html`${hidden('id', id)} ${confirmed(label, `of ${name}`, { name: 'sure', value: 'yes', label, text })}`,
  )

/** The first rows as they would be stored, with the faults of a cell beside it. */
function sampleOf({ sample, mapping, faults, goesTo }: ImportLook): Html {
  const names = new Map((goesTo.length > 0 ? goesTo : taskFields).map(({ field, name }) => [field, name]))
  const fields = [...new Set(sample.flatMap((row) => Object.keys(row)))].filter((slug) => slug !== 'line')
  const faultsAt = (line: number, field: string) => {
    const columns = new Set(mapping.filter((one) => one.field === field).flatMap((one) => one.columns))
    return faults.filter((one) => one.line === line && columns.has(one.column))
  }
  const cellOf = (row: ImportLook['sample'][number], field: string): Html => {
    const value = row[field]
    const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
    return html`${text.slice(0, 200)}${faultsAt(row.line, field).map(({ text: found, why }) => html` <strong>${found}: ${why}</strong>`)}`
  }
  return table(
    'The first rows, as they would be stored',
    ['Line', ...fields.map((field) => names.get(field) ?? field)],
    sample.map((row) => [String(row.line), ...fields.map((field) => cellOf(row, field))]),
  )
}

const faultsOf = ({ faultsByKind, questions, notes }: ImportLook): Html =>
  html`${
    faultsByKind.length > 0 &&
    table(
      'What is wrong',
      ['What', 'Column', 'How often'],
      faultsByKind
        .slice(0, 30)
        .map(({ why, column, count }) => [why, column === '' ? 'The whole row' : column, String(count)]),
    )
  }
  ${questions.length > 0 && html`<p role="note">Both fit; choose below: ${questions.map(({ column, example }, at) => html`${at > 0 && ', '}“${example}” in “${column}”`)}.</p>`}
  ${notes.map((note) => html`<p class="quiet">${note}</p>`)}`

const resultOf = (visit: Visit, { id, result, undo }: Import): Html => {
  if (!result) return html``
  const { created, updated, unchanged, leftOut, alsoCreated } = result
  const also = Object.entries(alsoCreated)
  const rows: [string, string][] = [
    ['New', String(created)],
    ['Changed', String(updated)],
    ['The same already', String(unchanged)],
    ['Left out', String(leftOut)],
    ...also.map(([slug, count]): [string, string] => [`New in ${slug}, named by rows`, String(count)]),
    ...(undo && undo.undone + undo.spared > 0
      ? ([
          ['Taken back', String(undo.undone)],
          ['Stays, because it was changed since', String(undo.spared)],
        ] satisfies [string, string][])
      : []),
  ]
  return html`${table('What was stored', ['What', 'How many'], rows)}
  ${leftOut > 0 && html`<p><a href="${hrefOf(visit, `left-out-rows?id=${id}`)}">The rows that were left out, as a file</a></p>`}`
}

/** Actions that an import's state allows. */
const actsOf = (visit: Visit, one: Import): Html => {
  const { id, state, progress, undo } = one
  if (state === 'looked')
    return html`${progress.total > 0 && act(visit, 'import-start', id, 'Import')}
    ${act(visit, 'import-drop', id, 'Drop the file')}`
  if (state === 'running') return act(visit, 'import-cancel', id, 'Cancel')
  const canUndo = undo !== null && state !== 'undoing' && state !== 'undone'
  return html`${state === 'failed' && act(visit, 'import-start', id, 'Go on')}
  ${canUndo && actConfirmed(visit, 'import-undo', one, 'Undo this import', 'What it made is archived, and what it changed is as before. What people have changed since stays.')}`
}

function oneOf(visit: Visit, one: Import, objects: readonly string[]): Html {
  const { look, progress } = one
  return html`<p role="status">${stateOf(one)}</p>
    ${progress.secondsLeft !== null && html`<p>About ${progress.secondsLeft} seconds left.</p>`}
    ${resultOf(visit, one)}
    ${look && html`<p>${look.rows} rows; ${look.leftOut} of them would be left out.</p>`}
    ${actsOf(visit, one)}
    ${look && html`${sampleOf(look)} ${faultsOf(look)} ${choicesForm(visit, one, look, objects)}`}
    <p><a href="${hrefOf(visit, 'import')}">All imports</a></p>`
}

const refreshSeconds = 3

export const importPage: SitePage = {
  path: 'import',
  title: 'page.settings.import',
  roles: everyone,
  async read(visit) {
    const { tx, workspace, person, at, query, actor } = visit
    const own = { workspaceId: workspace.id, personId: person.id }
    const id = query.get('id')
    if (id !== null) {
      const found = await ownImport(tx, own, id)
      if (!found) return undefined
      const one = presentImport(found, at)
      const objects = (await objectsOfWorkspace(tx, workspace.id)).map(({ slug }) => slug)
      const isRunning = one.state === 'running' || one.state === 'undoing'
      const body = oneOf(visit, one, objects)
      return { title: one.name, body, ...(isRunning && { refreshSeconds }) }
    }
    const found = await importsOfPerson(tx, workspace.id, person.id, at - undoImportWithin)
    return {
      body: html`<p class="lead">
          ${actor.role === 'member' ? 'Tasks from other programs. Owners and admins import records, too.' : 'Contacts, companies and tasks from other programs. Nothing is written before you say so.'}
        </p>
        ${fileForm(visit)}
        ${listOf(
          visit,
          found.map((one) => presentImport(one, at)),
        )}`,
    }
  },
}

export const leftOutPage: SitePage = {
  path: 'left-out-rows',
  title: 'page.settings.left-out-rows',
  under: 'import',
  roles: everyone,
  async read({ tx, workspace, person, query }) {
    const own = { workspaceId: workspace.id, personId: person.id }
    const found = await ownImport(tx, own, query.get('id') ?? '')
    if (!found) return undefined
    return {
      body: html``,
      file: { name: 'left-out.csv', text: leftOutCsv(await leftOutOfImport(tx, found), found.header) },
    }
  },
}

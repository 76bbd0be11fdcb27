// Imports of a person: the list, and one with what it becomes, its result and its actions. Works without a script (IMP-02).
import { undoImportWithin, type Import, type ImportLook } from '../../shared/api/launcher/imports.ts'
import { priority } from '../../shared/api/primitives.ts'
import { leftOutCsv, presentImport, reasonIn } from '../imports/import.view.ts'
import { ownImport } from '../imports/import-write.ts'
import { languageNow, localeNow, say } from '../language/say.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import { everyone, type SitePage, type Visit } from '../site/kit.ts'
import { confirmed, formOf, hidden, hrefOf, submit, table, timeOf } from '../site/parts.ts'
import { objectsOfWorkspace } from '../objects/objects.store.ts'
import { importsOfPerson, leftOutOfImport } from '../imports/imports.store.ts'
import { choicesForm, fieldName, fileForm } from './import-forms.ts'

const countOf = (count: number): string => count.toLocaleString(localeNow())

const stateOf = ({ state, problem, problemReason, progress }: Import): string => {
  if (state === 'running') return say('import.state.running', { done: progress.rows, total: progress.total })
  const failed = state === 'failed' ? (reasonIn(languageNow(), problemReason ?? {}) ?? problem) : null
  return failed ?? say(`import.state.${state}`)
}

const listOf = (visit: Visit, imports: readonly Import[]): Html => {
  if (imports.length === 0) return html``
  const rows = imports.map((one) => [
    html`<a href="${hrefOf(visit, `import?id=${one.id}`)}">${one.name}</a>`,
    timeOf(visit, Date.parse(one.createdAt), ''),
    stateOf(one),
  ])
  return html`<h2>${say('import.yours')}</h2>
    ${table(say('import.yours.caption'), [say('import.file'), say('import.came'), say('import.state')], rows)}`
}

/** A form with one button. */
const act = (visit: Visit, path: string, id: string, label: string): Html =>
  formOf(visit, path, html`${hidden('id', id)} ${submit(label)}`)
const actConfirmed = (visit: Visit, path: string, { id, name }: Import, label: string, text: string): Html =>
  formOf(
    visit,
    path,
    html`${hidden('id', id)}
    ${confirmed(label, say('import.undo.about', { name }), { name: 'sure', value: 'yes', label, text })}`,
  )

/** Why something is wrong, in the language of the request. */
const whyOf = (fault: Parameters<typeof reasonIn>[1] & { why: string }): string =>
  reasonIn(languageNow(), fault) ?? fault.why

function valueText({ object }: ImportLook, field: string, value: unknown): string {
  if (value === undefined) return ''
  if (typeof value === 'boolean') return say(value ? 'import.yes' : 'import.no')
  if (typeof value !== 'string') return JSON.stringify(value)
  const named = object === 'tasks' && field === 'priority' ? priority.safeParse(value) : undefined
  return named?.success ? say(`import.priority.${named.data}`) : value
}

/** The first rows as they would be stored, with the faults of a cell beside it. */
function sampleOf(look: ImportLook): Html {
  const { sample, mapping, faults } = look
  const fields = [...new Set(sample.flatMap((row) => Object.keys(row)))].filter((slug) => slug !== 'line')
  const faultsAt = (line: number, field: string) => {
    const columns = new Set(mapping.filter((one) => one.field === field).flatMap((one) => one.columns))
    return faults.filter((one) => one.line === line && columns.has(one.column))
  }
  const cellOf = (row: ImportLook['sample'][number], field: string): Html => {
    const text = valueText(look, field, row[field])
    return html`${text.slice(0, 200)}${faultsAt(row.line, field).map((fault) => html` <strong>${fault.text}: ${whyOf(fault)}</strong>`)}`
  }
  return table(
    say('import.sample'),
    [say('import.line'), ...fields.map((field) => fieldName(look, field))],
    sample.map((row) => [String(row.line), ...fields.map((field) => cellOf(row, field))]),
  )
}

const faultsOf = ({ faultsByKind, questions, notes, noteReasons = [] }: ImportLook): Html =>
  html`${
    faultsByKind.length > 0 &&
    table(
      say('import.faults'),
      [say('import.result.what'), say('import.faults.column'), say('import.faults.count')],
      faultsByKind
        .slice(0, 30)
        .map((fault) => [
          whyOf(fault),
          fault.column === '' ? say('import.faults.row') : fault.column,
          countOf(fault.count),
        ]),
    )
  }
  ${questions.length > 0 && html`<p role="note">${say('import.questions', { examples: questions.map(({ column, example }) => say('import.question', { column, example })).join(', ') })}</p>`}
  ${notes.map((note, at) => html`<p class="quiet">${reasonIn(languageNow(), noteReasons[at] ?? {}) ?? note}</p>`)}`

const resultOf = (visit: Visit, { id, result, undo }: Import): Html => {
  if (!result) return html``
  const { created, updated, unchanged, leftOut, alsoCreated } = result
  const also = Object.entries(alsoCreated)
  const rows: [string, string][] = [
    [say('import.result.created'), countOf(created)],
    [say('import.result.updated'), countOf(updated)],
    [say('import.result.unchanged'), countOf(unchanged)],
    [say('import.result.leftOut'), countOf(leftOut)],
    ...also.map(([slug, count]): [string, string] => [
      say('import.result.also', { object: slug }),
      countOf(count),
    ]),
    ...(undo && undo.undone + undo.spared > 0
      ? ([
          [say('import.result.undone'), countOf(undo.undone)],
          [say('import.result.spared'), countOf(undo.spared)],
        ] satisfies [string, string][])
      : []),
  ]
  return html`${table(say('import.result'), [say('import.result.what'), say('import.result.count')], rows)}
  ${leftOut > 0 && html`<p><a href="${hrefOf(visit, `left-out-rows?id=${id}`)}">${say('import.leftOut')}</a></p>`}`
}

/** Actions that an import's state allows. */
const actsOf = (visit: Visit, one: Import): Html => {
  const { id, state, progress, undo } = one
  if (state === 'looked')
    return html`${progress.total > 0 && act(visit, 'import-start', id, say('import.start'))}
    ${act(visit, 'import-drop', id, say('import.drop'))}`
  if (state === 'running') return act(visit, 'import-cancel', id, say('import.cancel'))
  const canUndo = undo !== null && state !== 'undoing' && state !== 'undone'
  return html`${state === 'failed' && act(visit, 'import-start', id, say('import.continue'))}
  ${canUndo && actConfirmed(visit, 'import-undo', one, say('import.undo'), say('import.undo.text'))}`
}

function oneOf(visit: Visit, one: Import, objects: readonly string[]): Html {
  const { look, progress } = one
  return html`<p role="status">${stateOf(one)}</p>
    ${progress.secondsLeft !== null && html`<p>${say('import.secondsLeft', { seconds: progress.secondsLeft })}</p>`}
    ${resultOf(visit, one)}
    ${look && html`<p>${say('import.rows', { rows: look.rows, leftOut: look.leftOut })}</p>`}
    ${actsOf(visit, one)}
    ${look && html`${sampleOf(look)} ${faultsOf(look)} ${choicesForm(visit, one, look, objects)}`}
    <p><a href="${hrefOf(visit, 'import')}">${say('import.all')}</a></p>`
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
      body: html`<p class="lead">${say(actor.role === 'member' ? 'import.lead.member' : 'import.lead')}</p>
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
      file: {
        name: say('import.leftOut.file'),
        text: leftOutCsv(await leftOutOfImport(tx, found), found.header, languageNow()),
      },
    }
  },
}

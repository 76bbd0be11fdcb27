// Import a file: choose it, see what it becomes, import, and take it back. Works without a script (IMP-02).
import { z } from 'zod'
import {
  importChoices,
  maxImportLength,
  undoImportWithin,
  type Import,
  type ImportLook,
} from '../../shared/api/launcher/imports.ts'
import { launcherScopes } from '../../shared/api/primitives.ts'
import { leftOutCsv, presentImport } from '../imports/import.view.ts'
import {
  addImport,
  cancelImport,
  changeImport,
  dropImport,
  ownImport,
  startImport,
  undoneImport,
  type Importer,
  type ImportOutcome,
} from '../imports/import-write.ts'
import { taskFields } from '../imports/reading/tasks/task-columns.ts'
import { knownZone, serverZone } from '../meetings/reader-days.rules.ts'
import type { PlainKey } from '../language/say.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import { done, refuse, type Outcome } from '../base/operator-error.ts'
import {
  everyone,
  form,
  textOf,
  type FormDeps,
  type SiteForm,
  type SitePage,
  type Visit,
} from '../site/kit.ts'
import {
  confirmed,
  formOf,
  hidden,
  hrefOf,
  inputField,
  selectField,
  submit,
  table,
  textField,
  timeOf,
} from '../site/parts.ts'
import { objectsOfWorkspace } from '../objects/objects.store.ts'
import { importsOfPerson, leftOutOfImport } from '../imports/imports.store.ts'

/** Columns that a form can hold; the launcher and the API have no such limit. */
const mostColumns = 60
const mostPasted = 512 * 1024
const leaveOut = '-'

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

const fileForm = (visit: Visit): Html =>
  formOf(
    visit,
    'import-file',
    html`${inputField(visit, { form: 'import-file', name: 'file', label: 'File', hint: 'CSV, vCard, or an export of another program; at most 64 MiB.', attributes: html`type="file"` })}
    ${textField(visit, { form: 'import-file', name: 'text', label: 'Or the text of a file', attributes: html`rows="3" spellcheck="false" autocomplete="off"`, longest: mostPasted })}
    ${inputField(visit, { form: 'import-file', name: 'zone', label: 'Time zone where days end', attributes: html`required maxlength="100" autocomplete="off"`, value: visit.person.zone ?? serverZone() })}
    ${submit('Look at the file')}`,
    'multipart/form-data',
  )

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

const asSuggested = ['', 'As suggested'] as const

function choicesForm(
  visit: Visit,
  { id, choices }: Import,
  look: ImportLook,
  objects: readonly string[],
): Html {
  const of = 'import-choices'
  const fields = look.goesTo.map(({ field, name }) => [field, name] as const)
  /** The columns of some programs have their places. */
  const ownPlace = (field: string | null | undefined) =>
    taskFields.filter((one) => one.field === field).map((one) => [one.field, one.name] as const)
  const select = (
    name: 'dateOrder' | 'decimal' | 'listSeparator' | 'newChoices' | 'badCells',
    label: string,
    options: readonly (readonly [string, string])[],
  ) =>
    selectField(visit, {
      form: of,
      name,
      label,
      options: [asSuggested, ...options],
      value: choices[name] ?? '',
    })
  const columns = look.columns.slice(0, mostColumns).map(({ name, field, suggested, examples }, at) =>
    selectField(visit, {
      form: of,
      name: `column-${at}`,
      label: name === '' ? `Column ${at + 1}` : name,
      hint: examples.map((example) => example.slice(0, 40)).join(' · '),
      options: [[leaveOut, 'Leave out'], ...(fields.length > 0 ? fields : ownPlace(field ?? suggested))],
      value: field ?? leaveOut,
    }),
  )
  const words = (...all: string[]) => all.map((word) => [word, word] as const)
  return html`<h2>What it becomes</h2>
    ${formOf(
      visit,
      of,
      html`${hidden('id', id)}
      ${selectField(visit, { form: of, name: 'object', label: 'It goes into', options: words(...objects, 'tasks'), value: look.object })}
      ${look.object !== 'tasks' && selectField(visit, { form: of, name: 'key', label: 'Update the record with the same', options: [['', 'None: every row is new'], ...fields], value: look.key ?? '' })}
      ${columns} ${select('dateOrder', 'Dates', words('day first', 'month first'))}
      ${select('decimal', 'Before decimals', words('point', 'comma'))}
      ${select('listSeparator', 'Between several values', words(',', ';', '|', 'line'))}
      ${select('newChoices', 'Choices that a field lacks', words('create', 'leave out'))}
      ${select('badCells', 'A bad value of an optional field', words('leave out the cell', 'leave out the row'))}
      ${submit('Look again')}`,
    )}`
}

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

const importerOf = ({ workspace, person, role }: FormDeps): Importer => ({
  workspaceId: workspace.id,
  personId: person.id,
  role,
  scopes: launcherScopes,
})

const outcomeOf = (outcome: ImportOutcome): Outcome<string> =>
  outcome.ok ? done(outcome.value.id) : refuse(outcome.code, outcome.message)

const importFile = form({
  path: 'import-file',
  roles: everyone,
  maxBytes: maxImportLength + 1024 * 1024,
  back: () => 'import',
  fields: z.object({
    text: z.string().max(mostPasted, 'Paste at most 512 KiB. Choose larger files.').default(''),
    zone: z
      .string('Enter a time zone.')
      .trim()
      .transform((text) => knownZone(text))
      .refine((zone) => zone !== null, 'Use a time zone like Europe/Berlin.'),
  }),
  async prepare(deps, { text, zone }) {
    const file = deps.file ?? { name: 'pasted.csv', bytes: Buffer.from(text) }
    if (file.bytes.length === 0) return refuse('invalid_file', 'Choose a file.', 'file')
    if (file.bytes.length > maxImportLength)
      return refuse('payload_too_large', 'The file is larger than 64 MiB. Divide it.', 'file')
    const name = file.name.slice(0, 255) || 'file'
    const wish = { name, bytes: file.bytes, zone: zone ?? 'UTC' }
    return outcomeOf(await addImport(deps.imports, importerOf(deps), wish))
  },
  run: async (_visit, _input, id) => done({ to: `import?id=${id}` }),
})

const id = z.string().min(1).max(100)
const backToOne = (values: Parameters<SiteForm['back']>[0]) =>
  `import?id=${encodeURIComponent(textOf(values, 'id'))}`

/** A form with one button. */
const acting = (path: string, run: typeof startImport, words: { done: PlainKey; to?: string }): SiteForm =>
  form({
    path,
    roles: everyone,
    back: backToOne,
    done: words.done,
    fields: z.object({ id }),
    prepare: async (deps, input) => outcomeOf(await run(deps.imports, importerOf(deps), input.id)),
    run: async () => done(words.to === undefined ? {} : { to: words.to }),
  })

const saveChoices = form({
  path: 'import-choices',
  roles: everyone,
  back: backToOne,
  done: 'done.settings.import-choices',
  fields: z.looseObject({ id }),
  async prepare(deps, { id: importId, ...posted }) {
    const given = Object.entries(posted).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    )
    const columns = given.flatMap(([name, value]) => {
      const at = /^column-(\d{1,4})$/.exec(name)?.[1]
      return at === undefined ? [] : [{ column: Number(at), field: value === leaveOut ? null : value }]
    })
    const fields = new Map(given)
    const named = ['object', 'dateOrder', 'decimal', 'listSeparator', 'newChoices', 'badCells'].flatMap(
      (name) => {
        const value = fields.get(name)
        return value === undefined || value === '' ? [] : [[name, value]]
      },
    )
    const key = fields.get('key')
    const before = await deps.imports.store.read((tx) => ownImport(tx, importerOf(deps), importId))
    // Another object has other fields: what was chosen of them is forgotten.
    const isElsewhere = before?.object !== fields.get('object')
    const choices = importChoices.safeParse({
      ...Object.fromEntries(named),
      ...(!isElsewhere && columns.length > 0 && { columns }),
      ...(!isElsewhere && key !== undefined && { key: key === '' ? null : key }),
    })
    if (!choices.success) return refuse('invalid_value', 'Choose from the lists.')
    return outcomeOf(await changeImport(deps.imports, importerOf(deps), importId, choices.data))
  },
  run: async () => done({}),
})

export const importForms: readonly SiteForm[] = [
  importFile,
  saveChoices,
  acting('import-start', startImport, { done: 'done.settings.import-start' }),
  acting('import-cancel', cancelImport, { done: 'done.settings.import-cancel' }),
  acting('import-undo', undoneImport, { done: 'done.settings.import-undo' }),
  acting('import-drop', dropImport, { done: 'done.settings.import-drop', to: 'import' }),
]

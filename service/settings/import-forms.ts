// Forms of imports: choose a file, say what it becomes, start, cancel, undo and drop it (IMP-02).
import { z } from 'zod'
import {
  importChoices,
  maxImportLength,
  type Import,
  type ImportLook,
} from '../../shared/api/launcher/imports.ts'
import { launcherScopes } from '../../shared/api/primitives.ts'
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
import { everyone, form, textOf, type FormDeps, type SiteForm, type Visit } from '../site/kit.ts'
import { formOf, hidden, inputField, selectField, submit, textField } from '../site/parts.ts'

/** Columns that a form can hold; the launcher and the API have no such limit. */
const mostColumns = 60
const mostPasted = 512 * 1024
const leaveOut = '-'

export const fileForm = (visit: Visit): Html =>
  formOf(
    visit,
    'import-file',
    html`${inputField(visit, { form: 'import-file', name: 'file', label: 'File', hint: 'CSV, vCard, or an export of another program; at most 64 MiB.', attributes: html`type="file"` })}
    ${textField(visit, { form: 'import-file', name: 'text', label: 'Or the text of a file', attributes: html`rows="3" spellcheck="false" autocomplete="off"`, longest: mostPasted })}
    ${inputField(visit, { form: 'import-file', name: 'zone', label: 'Time zone where days end', attributes: html`required maxlength="100" autocomplete="off"`, value: visit.person.zone ?? serverZone() })}
    ${submit('Look at the file')}`,
    'multipart/form-data',
  )

const asSuggested = ['', 'As suggested'] as const

export function choicesForm(
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

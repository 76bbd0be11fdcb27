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
import { reasonIn } from '../imports/import.view.ts'
import { taskFields } from '../imports/reading/tasks/task-columns.ts'
import { knownZone, serverZone } from '../meetings/reader-days.rules.ts'
import { languageNow, say, type PlainKey } from '../language/say.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import { done, refuse, type Outcome } from '../base/operator-error.ts'
import { spoken } from './calendar-fields.ts'
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
    html`${inputField(visit, { form: 'import-file', name: 'file', label: say('import.file'), hint: say('import.file.hint'), attributes: html`type="file"` })}
    ${textField(visit, { form: 'import-file', name: 'text', label: say('import.text'), attributes: html`rows="3" spellcheck="false" autocomplete="off"`, longest: mostPasted })}
    ${inputField(visit, { form: 'import-file', name: 'zone', label: say('import.zone'), attributes: html`required maxlength="100" autocomplete="off"`, value: visit.person.zone ?? serverZone() })}
    ${submit(say('import.look'))}`,
    'multipart/form-data',
  )

/** Fields of tasks that an import fills. Previews show repetitions, too. */
const ofTasks = z.enum([
  'title',
  'description',
  'due',
  'start',
  'repeat',
  'priority',
  'status',
  'assignee',
  'section',
  'parent',
])

/** The name of what a column fills, or of a column of the preview. */
export function fieldName({ object, goesTo }: ImportLook, slug: string): string {
  const ofTask = object === 'tasks' || goesTo.length === 0 ? ofTasks.safeParse(slug).data : undefined
  if (ofTask !== undefined) return say(`import.task.${ofTask}`)
  const known = goesTo.find(({ field }) => field === slug)
  return known?.name ?? (slug === 'object' ? say('import.object') : slug)
}

type Way = 'dateOrder' | 'decimal' | 'listSeparator' | 'newChoices' | 'badCells'

/** How values of the file are read. */
const lists: readonly (readonly [name: Way, label: PlainKey, options: Parameters<typeof spoken>[0]])[] = [
  [
    'dateOrder',
    'import.dateOrder',
    [
      ['day first', 'import.dateOrder.dayFirst'],
      ['month first', 'import.dateOrder.monthFirst'],
    ],
  ],
  [
    'decimal',
    'import.decimal',
    [
      ['point', 'import.decimal.point'],
      ['comma', 'import.decimal.comma'],
    ],
  ],
  [
    'listSeparator',
    'import.listSeparator',
    [
      [',', 'import.listSeparator.comma'],
      [';', 'import.listSeparator.semicolon'],
      ['|', 'import.listSeparator.bar'],
      ['line', 'import.listSeparator.line'],
    ],
  ],
  [
    'newChoices',
    'import.newChoices',
    [
      ['create', 'import.newChoices.create'],
      ['leave out', 'import.newChoices.leaveOut'],
    ],
  ],
  [
    'badCells',
    'import.badCells',
    [
      ['leave out the cell', 'import.badCells.leaveOutCell'],
      ['leave out the row', 'import.badCells.leaveOutRow'],
    ],
  ],
]

export function choicesForm(
  visit: Visit,
  { id, choices }: Import,
  look: ImportLook,
  objects: readonly string[],
): Html {
  const of = 'import-choices'
  const fields = look.goesTo.map(({ field }) => [field, fieldName(look, field)] as const)
  /** The columns of some programs have their places. */
  const ownPlace = (field: string | null | undefined) =>
    taskFields
      .filter((one) => one.field === field)
      .map((one) => [one.field, fieldName(look, one.field)] as const)
  const ways = lists.map(([name, label, options]) =>
    selectField(visit, {
      form: of,
      name,
      label: say(label),
      options: spoken([['', 'import.suggested'], ...options]),
      value: choices[name] ?? '',
    }),
  )
  const columns = look.columns.slice(0, mostColumns).map(({ name, field, suggested, examples }, at) =>
    selectField(visit, {
      form: of,
      name: `column-${at}`,
      label: name === '' ? say('import.column', { number: at + 1 }) : name,
      hint: examples.map((example) => example.slice(0, 40)).join(' · '),
      options: [
        [leaveOut, say('import.leaveOut')],
        ...(fields.length > 0 ? fields : ownPlace(field ?? suggested)),
      ],
      value: field ?? leaveOut,
    }),
  )
  return html`<h2>${say('import.becomes')}</h2>
    ${formOf(
      visit,
      of,
      html`${hidden('id', id)}
      ${selectField(visit, { form: of, name: 'object', label: say('import.into'), options: [...objects.map((slug) => [slug, slug] as const), ['tasks', say('import.into.tasks')]], value: look.object })}
      ${look.object !== 'tasks' && selectField(visit, { form: of, name: 'key', label: say('import.key'), options: [['', say('import.key.none')], ...fields], value: look.key ?? '' })}
      ${columns} ${ways} ${submit(say('import.lookAgain'))}`,
    )}`
}

const importerOf = ({ workspace, person, role }: FormDeps): Importer => ({
  workspaceId: workspace.id,
  personId: person.id,
  role,
  scopes: launcherScopes,
})

const outcomeOf = (outcome: ImportOutcome): Outcome<string> =>
  outcome.ok
    ? done(outcome.value.id)
    : refuse(outcome.code, reasonIn(languageNow(), outcome.reason ?? {}) ?? outcome.message)

const importFile = form({
  path: 'import-file',
  roles: everyone,
  maxBytes: maxImportLength + 1024 * 1024,
  back: () => 'import',
  fields: z.object({
    text: z
      .string()
      .max(mostPasted, { error: () => say('import.text.tooLong') })
      .default(''),
    zone: z
      .string({ error: () => say('calendar.zone.missing') })
      .trim()
      .transform((text) => knownZone(text))
      .refine((zone) => zone !== null, { error: () => say('calendar.zone.unknown') }),
  }),
  async prepare(deps, { text, zone }) {
    const file = deps.file ?? { name: say('import.file.pasted'), bytes: Buffer.from(text) }
    if (file.bytes.length === 0) return refuse('invalid_file', say('import.file.missing'), 'file')
    if (file.bytes.length > maxImportLength)
      return refuse('payload_too_large', say('import.file.tooLarge'), 'file')
    const name = file.name.slice(0, 255) || say('import.file.nameless')
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
    if (!choices.success) return refuse('invalid_value', say('import.choose'))
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

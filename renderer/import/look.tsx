// The look at a file: what it is, what a person decides about it, the preview, and what does not fit.
import { TriangleAlert } from 'lucide-react'
import { useCallback, useId, useMemo, useState } from 'react'
import type { ImportChoices, ImportLook } from '../../shared/api/launcher/imports.ts'
import type { ObjectSummary } from '../../shared/api/launcher/search.ts'
import type { ScopeAccess } from '../../shared/ipc/launcher.ts'
import { say } from '../../shared/language.ts'
import { AllowInBrowser } from '../shell/allow-in-browser.tsx'
import { useTaskOptions } from '../state/queries.ts'
import { Select } from '../ui/select.tsx'
import { priorityName } from '../writes/words.ts'
import {
  exampleWords,
  fileWords,
  isSeparator,
  separatorIn,
  separatorName,
  separators,
  statusWords,
  tasksSlug,
  thingsName,
  whyWords,
} from './import-words.ts'
import css from './import.module.css'
import { NewField } from './new-field.tsx'
import { PreviewTable } from './preview-table.tsx'
import { previewOf, withColumn } from './preview.ts'

type Choose = (change: ImportChoices) => void

/** The names of statuses and priorities, of which a task stores the slug. */
function useTaskNames(isTasks: boolean) {
  const options = useTaskOptions().data
  return useCallback(
    (field: string, value: unknown): string | undefined => {
      if (!isTasks) return undefined
      if (field === 'priority' && typeof value === 'string') return priorityName(value, options)
      return field === 'status' ? options?.statuses.find(({ slug }) => slug === value)?.name : undefined
    },
    [isTasks, options],
  )
}

const noKey = ''

/** Choices about the whole file. What the values tell by themselves is not asked. */
function WholeFile({
  look,
  choices,
  objects,
  onChoose,
}: {
  look: ImportLook
  choices: ImportChoices
  objects: readonly ObjectSummary[]
  onChoose: Choose
}) {
  const { questions, goesTo, lists = [] } = look
  const object = choices.object ?? look.object
  const writable = objects.filter(({ canWrite, slug }) => canWrite !== false || slug === object)
  const asked = (about: 'dateOrder' | 'decimal') => questions.find((one) => one.about === about)
  const [date, decimal] = [asked('dateOrder'), asked('decimal')]
  const key = choices.key === undefined ? look.key : choices.key
  const separator = separatorIn(look, choices)
  return (
    <div className={css.choices}>
      <Select
        label={say('import.into')}
        value={object}
        choices={[...writable.map(({ slug }) => slug), tasksSlug].map((slug) => ({
          value: slug,
          name: thingsName(slug, objects),
        }))}
        onChange={(next) => onChoose({ object: next })}
      />
      {object === tasksSlug || goesTo.length === 0 ? null : (
        <Select
          label={say('import.key')}
          value={key ?? noKey}
          choices={[
            { value: noKey, name: say('import.key.none') },
            ...goesTo.map(({ field, name }) => ({ value: field, name })),
          ]}
          onChange={(next) => onChoose({ key: next === noKey ? null : next })}
        />
      )}
      {date === undefined && choices.dateOrder === undefined ? null : (
        <Select
          label={date === undefined ? say('import.dateOrder.plain') : say('import.dateOrder', date)}
          value={choices.dateOrder ?? ''}
          choices={[
            ...(choices.dateOrder === undefined ? [{ value: '', name: '?' }] : []),
            { value: 'day first', name: say('import.dateOrder.day') },
            { value: 'month first', name: say('import.dateOrder.month') },
          ]}
          onChange={(next) => {
            if (next === 'day first' || next === 'month first') onChoose({ dateOrder: next })
          }}
        />
      )}
      {decimal === undefined && choices.decimal === undefined ? null : (
        <Select
          label={decimal === undefined ? say('import.decimal.plain') : say('import.decimal', decimal)}
          value={choices.decimal ?? ''}
          choices={[
            ...(choices.decimal === undefined ? [{ value: '', name: '?' }] : []),
            { value: 'point', name: say('import.decimal.point') },
            { value: 'comma', name: say('import.decimal.comma') },
          ]}
          onChange={(next) => {
            if (next === 'point' || next === 'comma') onChoose({ decimal: next })
          }}
        />
      )}
      {lists.length === 0 ? null : (
        <Select
          label={
            lists.length === 1
              ? say('import.listSeparator.of', { column: lists[0]?.column ?? '' })
              : say('import.listSeparator')
          }
          value={separator}
          choices={[
            ...(isSeparator(separator) ? [] : [{ value: separator, name: separatorName(separator) }]),
            ...separators.map((value) => ({ value, name: separatorName(value) })),
          ]}
          onChange={(next) => {
            if (isSeparator(next)) onChoose({ listSeparator: next })
          }}
        />
      )}
    </div>
  )
}

/** Faults by kind, each with its first values. */
export function FaultKinds({
  kinds,
  faults,
  moreFaults = 0,
}: Pick<ImportLook, 'faults' | 'moreFaults'> & { kinds: ImportLook['faultsByKind'] }) {
  return (
    <>
      <ul className={css.faults}>
        {kinds.map(({ count, ...kind }) => (
          <li key={`${kind.column}\n${kind.why}`}>
            <span className={css.fault}>
              <TriangleAlert size={14} aria-hidden="true" />
              <span>
                {kind.column === ''
                  ? say('import.fault.row', { count, why: whyWords(kind, kind.why) })
                  : say('import.fault.count', {
                      count,
                      column: kind.column,
                      why: whyWords(kind, kind.why),
                    })}
              </span>
            </span>
            <ul className={css.examples}>
              {faults
                .filter(({ column, why }) => column === kind.column && why === kind.why)
                .slice(0, 3)
                .map(({ line, text }) => (
                  <li key={line}>{exampleWords({ line, text })}</li>
                ))}
            </ul>
          </li>
        ))}
      </ul>
      {moreFaults === 0 ? null : (
        <p className={css.soft}>{say('import.fault.more', { count: moreFaults })}</p>
      )}
    </>
  )
}

function Faults({ look, choices, onChoose }: { look: ImportLook; choices: ImportChoices; onChoose: Choose }) {
  const id = useId()
  const { faultsByKind, faults, moreFaults } = look
  const isAsked = choices.badCells !== undefined || choices.newChoices !== undefined
  if (faultsByKind.length === 0 && !isAsked) return null
  return (
    <section className={[css.section, css.beside].join(' ')} aria-labelledby={id}>
      <h2 id={id}>{say('import.faults')}</h2>
      <FaultKinds kinds={faultsByKind} faults={faults} {...(moreFaults !== undefined && { moreFaults })} />
      <div className={css.choices}>
        <Select
          label={say('import.badCells')}
          value={choices.badCells ?? 'leave out the cell'}
          choices={[
            { value: 'leave out the cell', name: say('import.badCells.cell') },
            { value: 'leave out the row', name: say('import.badCells.row') },
          ]}
          onChange={(badCells) => onChoose({ badCells })}
        />
        {look.object === tasksSlug ? null : (
          <Select
            label={say('import.newChoices')}
            value={choices.newChoices ?? 'leave out'}
            choices={[
              { value: 'leave out', name: say('import.newChoices.leaveOut') },
              { value: 'create', name: say('import.newChoices.create') },
            ]}
            onChange={(newChoices) => onChoose({ newChoices })}
          />
        )}
      </div>
    </section>
  )
}

/** @param waiting choices that the service has not confirmed yet. @param access to records, where the file needs it */
export function Look({
  look,
  choices: confirmed,
  waiting,
  objects,
  access,
  onChoose,
}: {
  look: ImportLook
  choices: ImportChoices
  waiting: ImportChoices | null
  objects: readonly ObjectSummary[]
  access: ScopeAccess | undefined
  onChoose: Choose
}) {
  const choices = { ...confirmed, ...waiting }
  // Another object forgets the columns. What is confirmed is in the look.
  const chosen = waiting?.object === undefined ? choices.columns : waiting.columns
  const unconfirmed = waiting?.columns
  const [fieldFor, setFieldFor] = useState<number | null>(null)
  const isTasks = look.object === tasksSlug
  const nameOf = useTaskNames(isTasks)
  const preview = useMemo(() => previewOf(look, unconfirmed, nameOf), [look, nameOf, unconfirmed])
  const notes = [
    ...(look.repeating === undefined ? [] : [say('import.repeating', { count: look.repeating })]),
    ...(preview.emptyCount === 0 ? [] : [say('import.preview.empty', { count: preview.emptyCount })]),
    ...look.notes.map((note, place) => whyWords(look.noteReasons?.[place] ?? {}, note)),
  ]
  return (
    <>
      <div className={css.facts}>
        <p className={css.file} dir="auto">
          {fileWords(look, objects)}
        </p>
        <output className={css.status}>
          {waiting === null ? statusWords(look, objects) : say('import.lookingAgain')}
        </output>
      </div>
      {access === undefined || access.state === 'granted' ? null : access.state === 'unsupported' ? (
        <p>{say('import.unsupported')}</p>
      ) : (
        <AllowInBrowser scope="records:write" access={access} />
      )}
      <WholeFile look={look} choices={choices} objects={objects} onChoose={onChoose} />
      <PreviewTable
        look={look}
        preview={preview}
        isBusy={waiting !== null}
        onColumn={(column, field) => onChoose({ columns: withColumn(chosen, { column, field }) })}
        {...(!isTasks && { onNewField: setFieldFor })}
      />
      <Faults look={look} choices={choices} onChoose={onChoose} />
      {notes.length === 0 ? null : (
        <ul className={css.notes}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {fieldFor === null ? null : (
        <NewField
          column={look.columns[fieldFor]?.name ?? ''}
          suggested={look.columns[fieldFor]?.newType}
          onClose={() => setFieldFor(null)}
          onField={(create) => {
            onChoose({ columns: withColumn(chosen, { column: fieldFor, field: null, create }) })
            setFieldFor(null)
          }}
        />
      )}
    </>
  )
}

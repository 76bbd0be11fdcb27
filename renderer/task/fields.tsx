// All fields of a task (LCH-01, LCH-02).
import { useState } from 'react'
import { Controller, type Control } from 'react-hook-form'
import type { OutboxItem } from '../../shared/ipc/launcher.ts'
import { listOf, say } from '../../shared/language.ts'
import type { Field } from '../../shared/task-fields.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { continuesOlder, FormFrame } from '../shell/form-frame.tsx'
import { PriorityFlag, progressOf, StatusGlyph } from '../ui/glyphs.tsx'
import { TextArea, TextField } from '../ui/text-field.tsx'
import { fieldNames, priorityName, stateWords } from '../writes/words.ts'
import { fieldsWritten } from '../writes/pending.ts'
import { FieldActions, LinkField, RepeatField } from './inputs.tsx'
import { dueHint } from '../dates/due.ts'
import { DueField, MemberSelect } from '../shell/form-inputs.tsx'
import { dueAt } from '../../shared/whole-days.ts'
import { taskLimits } from '../../shared/api/limits.ts'
import css from '../shell/form.module.css'
import { type About, type DateField, useTaskForm } from './use-form.ts'
import { type Choice, Select } from '../ui/select.tsx'
import type { TaskValues } from './values.ts'

const listed = (fields: readonly Field[]): string => listOf(fields.map((field) => say(fieldNames[field])))

/** Fields that somebody else changed since the draft was begun. */
const changedMeanwhileWords = (fields: readonly Field[]): string =>
  say('form.changedMeanwhile', { fields: listed(fields) })

/** Pending changes that the form includes, or null. @param now epoch milliseconds */
const waitingWords = (items: readonly OutboxItem[], now: number): string | null => {
  const [first] = items
  return first === undefined
    ? null
    : say('form.waiting', { state: stateWords(first, now).text, fields: listed(fieldsWritten(items)) })
}

const defaultPriorities = ['no_priority', 'low', 'medium', 'high', 'urgent'] as const

export function TaskFields({ about }: { about: About }) {
  const task = useTaskForm(about)
  const { options, now } = task
  const { control, register, formState } = task.form
  const { errors, isSubmitting, isDirty } = formState
  /** An older draft, offered while nothing is typed. */
  const offered = isDirty ? null : task.older
  const [isActing, setActing] = useState(false)
  const name = say(about.kind === 'new' ? 'common.newTask' : 'common.editTask')
  const waiting = about.kind === 'edit' ? waitingWords(about.pending.waiting, now.getTime()) : null
  /** For a new task an empty choice leaves the default to the service. */
  const unsaid = about.kind === 'new' ? [{ value: '', name: say('form.default') }] : []
  const dateFields: readonly DateField[] = task.hasStart ? ['start', 'due'] : ['due']
  const linkFields = [...(task.hasParent ? (['parent'] as const) : []), ...(['records', 'meetings'] as const)]
  const banners = (
    <>
      {task.changedMeanwhile.length === 0 ? null : (
        <Banner tone="warning">{changedMeanwhileWords(task.changedMeanwhile)}</Banner>
      )}
      {waiting === null ? null : (
        <Banner tone="calm" action={<Button onClick={task.cancelPending}>{say('form.cancelChange')}</Button>}>
          {waiting}
        </Banner>
      )}
    </>
  )
  return (
    <FormFrame
      name={name}
      form={task}
      isNew={about.kind === 'new'}
      isSubmitting={isSubmitting}
      offersOlder={offered !== null}
      banners={banners}
      waiting={waiting}
      onActions={() => setActing(true)}
      beside={
        isActing ? (
          <FieldActions
            me={task.assignable}
            now={now}
            onAssign={task.assign}
            onDay={(day) => task.setDay(day)}
            onClose={() => setActing(false)}
          />
        ) : null
      }
    >
      <div className={css.wide}>
        <TextField
          label={say('field.title')}
          dir="auto"
          autoComplete="off"
          error={errors.title?.message}
          {...register('title')}
          onKeyDown={(event) => {
            if (!continuesOlder(event, offered !== null)) return
            event.preventDefault()
            task.continueOlder()
          }}
        />
      </div>
      <div className={css.wide}>
        <TextArea
          label={say('field.description')}
          dir="auto"
          error={errors.description?.message}
          {...register('description')}
        />
      </div>
      <ChoiceField
        control={control}
        name="status"
        label={say('field.status')}
        choices={[
          ...unsaid,
          ...(options?.statuses ?? []).map((status) => ({
            value: status.slug,
            name: status.name,
            glyph: <StatusGlyph status={status} progress={progressOf(status, options?.statuses ?? [])} />,
          })),
        ]}
      />
      <ChoiceField
        control={control}
        name="priority"
        label={say('field.priority')}
        choices={[
          ...unsaid,
          ...(options?.priorities.map(({ slug }) => slug) ?? defaultPriorities).map((slug) => ({
            value: slug,
            name: priorityName(slug, options),
            glyph: <PriorityFlag priority={slug} />,
          })),
        ]}
      />
      {dateFields.map((name) => (
        <Controller
          key={name}
          control={control}
          name={name}
          render={({ field: { value, ...field } }) => {
            const date = value.instant === null ? null : dueAt(value.instant)
            return (
              <DueField
                {...field}
                label={say(`field.${name}`)}
                placeholder={say('form.dueHint')}
                text={value.text}
                due={date}
                said={date === null ? '' : dueHint(value.text, date, now)}
                onChange={(text) => field.onChange(task.dateTyped(name, text))}
                now={now}
                error={errors[name]?.message}
                onDay={(day) => task.setDay(day, name)}
              />
            )
          }}
        />
      ))}
      {task.hasRepeat ? (
        <Controller
          control={control}
          name="repeat"
          render={({ field: { value, ref, onBlur } }) => (
            <RepeatField
              value={value}
              onType={(text) => task.setRepeat(task.repeatTyped(text))}
              onChoose={task.setRepeat}
              onBlur={onBlur}
              inputRef={ref}
              error={errors.repeat?.message}
              now={now}
            />
          )}
        />
      ) : null}
      <TextField
        label={say('field.estimate')}
        placeholder={say('form.estimateHint')}
        autoComplete="off"
        error={errors.estimate?.message}
        {...register('estimate')}
      />
      <Controller
        control={control}
        name="assignees"
        render={({ field }) => (
          <MemberSelect
            label={say('field.assignees')}
            most={taskLimits.assignees}
            members={options?.members}
            me={options?.me}
            text={task.unchosen.assignees}
            onType={(text) => task.look('assignees', text)}
            picked={field.value}
            onChange={field.onChange}
            inputRef={field.ref}
            error={errors.assignees?.message}
          />
        )}
      />
      <div className={task.hasParent ? css.half : undefined}>
        <ChoiceField
          control={control}
          name="section"
          label={say('field.section')}
          choices={[
            { value: '', name: say('form.noSection') },
            ...(options?.sections ?? []).map(({ id, name: named }) => ({ value: id, name: named })),
          ]}
        />
      </div>
      {linkFields.map((field) => (
        <div key={field} className={css.half}>
          <LinkField
            control={control}
            name={field}
            text={task.unchosen[field]}
            onType={(text) => task.look(field, text)}
            except={about.kind === 'edit' ? about.id : undefined}
          />
        </div>
      ))}
    </FormFrame>
  )
}

/** A field with one choice out of a list: status, priority, section. */
function ChoiceField({
  control,
  name,
  label,
  choices,
}: {
  control: Control<TaskValues>
  name: 'status' | 'priority' | 'section'
  label: string
  choices: readonly Choice[]
}) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
        <Select
          label={label}
          choices={choices}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          buttonRef={ref}
          error={fieldState.error?.message}
          submits
        />
      )}
    />
  )
}

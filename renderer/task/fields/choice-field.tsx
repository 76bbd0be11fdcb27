import { type Control, Controller } from 'react-hook-form'
import { Select } from '../../ui/text-field.tsx'
import type { TaskValues } from '../task-values.ts'

export interface Choice {
  value: string
  name: string
}

/**
 * One of a list. Controlled, because the list may arrive after the value: an unknown value stays, under its own name,
 * and is never replaced by the first choice that the browser has.
 */
export function ChoiceField({
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
      render={({ field, fieldState }) => (
        <Select label={label} error={fieldState.error?.message} {...field}>
          {choices.some(({ value }) => value === field.value) ? null : (
            <option value={field.value}>{field.value}</option>
          )}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.name}
            </option>
          ))}
        </Select>
      )}
    />
  )
}

import { type Control, Controller } from 'react-hook-form'
import { Select } from '../../ui/text-field.tsx'
import type { TaskValues } from '../task-values.ts'

export interface Choice {
  value: string
  name: string
}

/**
 * A select. Controlled, because the options may arrive after the value. An unknown value is kept and shown as itself; the
 * browser must not replace it by the first option.
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

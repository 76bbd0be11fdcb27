// A field of the form with one choice out of a list: status, priority, section.
import { type Control, Controller } from 'react-hook-form'
import { type Choice, Select } from '../../ui/select.tsx'
import type { TaskValues } from '../values.ts'

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

// The records or the meetings of a task, found by typing.
import { type Control, Controller } from 'react-hook-form'
import { taskLimits } from '../../shared/api/task-limits.ts'
import { say } from '../../shared/language.ts'
import type { TaskValues } from './task-values.ts'
import { TokenSelect } from './token-select.tsx'
import { useFinder } from './use-finder.ts'

const links = {
  records: { kind: 'record', placeholder: 'form.findRecord', most: taskLimits.linkedRecords },
  meetings: { kind: 'meeting', placeholder: 'form.findMeeting', most: taskLimits.linkedMeetings },
} as const

export function LinkField({ control, name }: { control: Control<TaskValues>; name: keyof typeof links }) {
  const { kind, placeholder, most } = links[name]
  const { options, find } = useFinder(kind)
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <TokenSelect
          label={say(`field.${name}`)}
          placeholder={say(placeholder)}
          picked={field.value}
          most={most}
          options={options}
          onType={find}
          onChange={field.onChange}
          inputRef={field.ref}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}

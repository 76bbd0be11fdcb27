// The records or the meetings of a task, found by typing.
import { type Control, Controller } from 'react-hook-form'
import { taskLimits } from '../../../shared/api/limits.ts'
import { say } from '../../../shared/language.ts'
import type { TaskValues } from '../task-values.ts'
import { TokenSelect } from './token-select.tsx'
import { useFinder } from './use-finder.ts'

const links = {
  records: {
    kind: 'record',
    placeholder: 'form.findRecord',
    nothing: 'form.noRecordFound',
    most: taskLimits.linkedRecords,
    full: 'problem.records',
  },
  meetings: {
    kind: 'meeting',
    placeholder: 'form.findMeeting',
    nothing: 'form.noMeetingFound',
    most: taskLimits.linkedMeetings,
    full: 'problem.meetings',
  },
} as const

export function LinkField({
  control,
  name,
  text,
  onType,
}: {
  control: Control<TaskValues>
  name: keyof typeof links
  text: string
  onType: (text: string) => void
}) {
  const { kind, placeholder, nothing, most, full } = links[name]
  const { options, isLooking } = useFinder(kind, text)
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
          full={say(full, { most })}
          options={options}
          nothing={isLooking ? null : say(nothing)}
          text={text}
          onType={onType}
          onChange={field.onChange}
          inputRef={field.ref}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}

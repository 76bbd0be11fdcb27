// Search field for the records or the meetings of a task.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { type Control, Controller } from 'react-hook-form'
import type { ResultKind } from '../../../shared/api/launcher-search.ts'
import { taskLimits } from '../../../shared/api/limits.ts'
import type { Row } from '../../../shared/ipc/launcher.ts'
import { say } from '../../../shared/language.ts'
import { call } from '../../state/bridge.ts'
import { keys } from '../../state/queries.ts'
import { useSeenRows } from '../../items/row-cache.ts'
import { meetingWords } from '../../dates/format.ts'
import { useNow } from '../../shell/window.ts'
import type { TaskValues } from '../values.ts'
import { type Option, TokenSelect } from '../../ui/token-select.tsx'

const pauseMilliseconds = 250
const shortestRemoteQuery = 2

/** An option with a detail that tells it from others of the same name. */
export const optionOf = (row: Row, now: Date): Option => {
  const { meeting, record } = row
  const detail =
    meeting?.startAt === undefined
      ? (record?.objectTypeName ?? row.subtitle)
      : meetingWords(meeting.startAt, meeting.endAt, now, meeting.allDay)
  return { id: row.id, title: row.title, detail }
}

/** @param text the typed text */
function useFinder(kind: ResultKind, text: string): { options: Option[]; isLooking: boolean } {
  const now = useNow()
  const [paused, setPaused] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text.trim()), pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [text])

  const seenRows = useSeenRows(kind)
  const query = text.trim()
  const seen = useMemo(() => seenRows?.(query) ?? [], [query, seenRows])
  const remote = useQuery({
    queryKey: keys.search(paused, [kind]),
    queryFn: () => call('search.run', { query: paused, types: [kind] }),
    enabled: paused.length >= shortestRemoteQuery,
  })

  const rows = [...seen, ...(paused === query ? (remote.data?.rows ?? []) : [])]
  const byId = new Map(rows.filter((row) => row.kind === kind).map((row) => [row.id, optionOf(row, now)]))
  const isLooking = paused !== query || seenRows === null || remote.isFetching
  return { options: [...byId.values()], isLooking }
}

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

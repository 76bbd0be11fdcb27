import { type RefCallback, useMemo } from 'react'
import type { Member } from '../../../shared/api/launcher-tasks.ts'
import { taskLimits } from '../../../shared/api/limits.ts'
import { say } from '../../../shared/language.ts'
import { matchClasses, matchOf } from '../../../shared/search/text-match.ts'
import { Avatar } from '../../ui/glyphs.tsx'
import type { Picked } from '../values.ts'
import { type Option, TokenSelect } from '../../ui/token-select.tsx'

/** Search field for people, by name or email. "me" finds the signed-in person. */
export function MemberSelect({
  members,
  me,
  text,
  onType,
  picked,
  onChange,
  inputRef,
  error,
}: {
  /** Absent while loading. */
  members: readonly Member[] | undefined
  me: string | undefined
  text: string
  onType: (text: string) => void
  picked: readonly Picked[]
  onChange: (picked: Picked[]) => void
  inputRef: RefCallback<HTMLElement>
  error: string | undefined
}) {
  const options = useMemo(() => {
    const option = ({ id, name, email }: Member): Option => ({
      id,
      title: name,
      detail: id !== me ? email : email === '' ? say('form.youAlone') : say('form.you', { email }),
    })
    if (text.trim() === '')
      return (members ?? []).toSorted((a, b) => Number(b.id === me) - Number(a.id === me)).map(option)
    return (members ?? [])
      .flatMap((member) => {
        const found = matchOf(text, member.name) ?? matchOf(text, member.email)
        return found === null ? [] : [{ member, rank: matchClasses.indexOf(found.class) - found.score }]
      })
      .sort((a, b) => a.rank - b.rank)
      .map(({ member }) => option(member))
  }, [me, members, text])
  return (
    <TokenSelect
      label={say('field.assignees')}
      placeholder={say('form.addPeople')}
      glyphOf={({ title }) => <Avatar name={title} of="person" size="small" />}
      // Names may load after the task.
      picked={picked.map(({ id, title }) => ({
        id,
        title: members?.find((member) => member.id === id)?.name ?? title,
      }))}
      most={taskLimits.assignees}
      full={say('problem.people', { most: taskLimits.assignees })}
      options={options}
      nothing={members === undefined ? null : say('form.nobodyFound')}
      text={text}
      onType={onType}
      onChange={onChange}
      inputRef={inputRef}
      error={error}
    />
  )
}

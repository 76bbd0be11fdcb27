// Mod+K in a form: the most common changes without moving to the field.
import type { Member } from '../../../shared/api/launcher-tasks.ts'
import { say } from '../../../shared/language.ts'
import { ChoicePanel } from '../../ui/choice-panel.tsx'
import { dayAfter, nextWeek, ownDateHabits } from '../../dates/habits.ts'

export function FieldActions({
  me,
  now,
  onAssign,
  onDay,
  onClose,
}: {
  /** The signed-in person, unless already assigned. */
  me: Member | undefined
  now: Date
  onAssign: (member: Member) => void
  onDay: (day: Date | null) => void
  onClose: () => void
}) {
  const actions: readonly { id: string; name: string; run: () => void }[] = [
    ...(me === undefined ? [] : [{ id: 'assign', name: say('form.assignMe'), run: () => onAssign(me) }]),
    { id: 'today', name: say('form.dueToday'), run: () => onDay(now) },
    { id: 'tomorrow', name: say('form.dueTomorrow'), run: () => onDay(dayAfter(now, 1)) },
    { id: 'nextWeek', name: say('form.dueNextWeek'), run: () => onDay(nextWeek(now, ownDateHabits())) },
    { id: 'noDate', name: say('form.noDueDate'), run: () => onDay(null) },
  ]
  return (
    <ChoicePanel
      question={say('form.actions')}
      candidates={actions}
      onChoose={({ id }) => {
        actions.find((action) => action.id === id)?.run()
        onClose()
      }}
      onClose={onClose}
    />
  )
}

// Settings of reminders: how long before a meeting (CAL-08).
import { type MeetingReminder, meetingReminders } from '../../shared/ipc/settings.ts'
import { say } from '../../shared/language.ts'
import fieldCss from '../ui/field.module.css'
import { type Choice, Select } from '../ui/select.tsx'
import css from './settings-view.module.css'

const words = (reminder: MeetingReminder): string =>
  reminder === 'off'
    ? say('settings.remind.off')
    : reminder === 0
      ? say('settings.remind.atStart')
      : say('settings.remind.before', { minutes: reminder })

type Value = `${MeetingReminder}`

export function RemindersSection({
  value,
  onChange,
}: {
  value: MeetingReminder
  onChange: (value: MeetingReminder) => void
}) {
  const choices = meetingReminders.map((reminder): Choice<Value> => ({
    value: `${reminder}`,
    name: words(reminder),
  }))
  return (
    <section className={css.section} aria-labelledby="settings-reminders">
      <h2 id="settings-reminders">{say('settings.reminders')}</h2>
      <div className={css.fields}>
        <Select<Value>
          label={say('settings.remindMe')}
          choices={choices}
          value={`${value}`}
          onChange={(next) => onChange(meetingReminders.find((one) => `${one}` === next) ?? value)}
        />
        <p className={fieldCss.hint}>{say('settings.remind.hint')}</p>
      </div>
    </section>
  )
}

// Settings of what the desktop announces: meetings before they begin (CAL-08), and notifications (NOT-02).
import { type NotificationKind, notificationKind } from '../../shared/api/launcher/notifications.ts'
import { type MeetingReminder, meetingReminders } from '../../shared/ipc/settings.ts'
import { say } from '../../shared/language.ts'
import { Checkbox } from '../ui/checkbox.tsx'
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

/** Settings of reminders: how long before a meeting (CAL-08). */
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

/** Which notifications the desktop shows notices of (NOT-02). */
export function NoticesSection({
  quiet,
  onChange,
}: {
  quiet: readonly NotificationKind[]
  onChange: (quiet: NotificationKind[]) => void
}) {
  return (
    <section className={css.section} aria-labelledby="settings-notices">
      <h2 id="settings-notices">{say('settings.notices')}</h2>
      <fieldset className={css.fields}>
        <legend className={fieldCss.label}>{say('settings.notices.tell')}</legend>
        {notificationKind.options.map((kind) => (
          <Checkbox
            key={kind}
            label={say(`settings.notices.${kind}`)}
            checked={!quiet.includes(kind)}
            onChange={({ target }) =>
              onChange(target.checked ? quiet.filter((one) => one !== kind) : [...quiet, kind])
            }
          />
        ))}
        <p className={fieldCss.hint}>{say('settings.notices.hint')}</p>
      </fieldset>
    </section>
  )
}

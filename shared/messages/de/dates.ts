import type { dates as english } from '../en/dates.ts'
import type { Translated } from '../translated.ts'

export const dates: Translated<typeof english> = {
  'date.today': 'Heute',
  'date.tomorrow': 'Morgen',
  'date.yesterday': 'Gestern',
  'date.dayAndTime': '{day}, {time}',
  'date.dueAt': 'Fällig um {time}',
  'date.daysLate': '{days, plural, one {# Tag überfällig} other {# Tage überfällig}}',
  'date.allDay': '{day}, ganztägig',
  'date.range': '{start} – {end}',
  'date.now': 'Jetzt',
  'date.inMinutes': 'in {minutes, number} Min.',
  'date.inHours': 'in {hours, number} Std.',
  'date.inDays': '{days, plural, one {in # Tag} other {in # Tagen}}',
  'date.days': '{days, plural, one {# Tag} other {# Tage}}',
  'date.justNow': 'gerade eben',
  'date.minutesAgo': 'vor {minutes, number} Min.',
  'date.hoursAgo': 'vor {hours, number} Std.',
  'date.daysAgo': '{days, plural, one {vor # Tag} other {vor # Tagen}}',
  // As it can be typed again.
  'duration.hours': '{hours, number, ::group-off}h',
  'duration.minutes': '{minutes, number}m',
  'duration.hoursAndMinutes': '{hours, number, ::group-off}h {minutes, number}m',
}

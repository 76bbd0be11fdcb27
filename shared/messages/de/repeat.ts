// How tasks repeat, in German.
import type { repeat as english } from '../en/repeat.ts'
import type { Translated } from '../translated.ts'

export const repeat: Translated<typeof english> = {
  'repeat.daily': '{count, plural, one {Jeden Tag} other {Alle # Tage}}',
  'repeat.weekly': '{count, plural, one {Jede Woche} other {Alle # Wochen}}',
  'repeat.monthly': '{count, plural, one {Jeden Monat} other {Alle # Monate}}',
  'repeat.yearly': '{count, plural, one {Jedes Jahr} other {Alle # Jahre}}',
  'repeat.workdays': 'Jeden Werktag',
  'repeat.weekdays': 'Jeden {days}',
  'repeat.onWorkdays': '{rule} an Werktagen',
  'repeat.on': '{rule} am {days}',
  'repeat.onDates': '{rule} am {days}',
  'repeat.onMonthly': 'Monatlich am {days}',
  'repeat.onYearly': 'Jährlich am {day}',
  'repeat.onYearlyNth': 'Jährlich am {day} im {month}',
  'repeat.onNth': '{rule} am {day} im {month}',
  'repeat.nth': '{nth, number}. {day}',
  'repeat.last': 'letzten {day}',
  'repeat.lastDay': 'letzten Tag',
  'repeat.date': '{day, number}.',
  'repeat.and': '{first} und {last}',
  'repeat.afterDays': '{count, plural, one {# Tag nach Erledigung} other {# Tage nach Erledigung}}',
  'repeat.afterWeeks': '{count, plural, one {# Woche nach Erledigung} other {# Wochen nach Erledigung}}',
  'repeat.afterMonths': '{count, plural, one {# Monat nach Erledigung} other {# Monate nach Erledigung}}',
  'repeat.afterYears': '{count, plural, one {# Jahr nach Erledigung} other {# Jahre nach Erledigung}}',
  'repeat.after': '{rule} nach Erledigung',
  'repeat.until': '{rule} bis {day}',
  'repeat.count': '{count, plural, one {{rule}, einmal} other {{rule}, #-mal}}',
  'repeat.other': 'Wiederholt sich ({rule})',
  'repeat.mark': 'Wiederholt sich: {rule}',

  'repeat.none': 'Keine Wiederholung',
  'repeat.custom': 'In Worten …',
  'repeat.words': 'Wiederholung in Worten',
  'repeat.hint': 'alle 2 Wochen am Montag',
  'repeat.problem': 'Keine Wiederholung. Versuche „alle 2 Wochen am Montag“.',
  'repeat.refused':
    'Der Dienst lehnt diese Wiederholung ab: Kein Tag passt, oder sie kommt öfter als täglich.',
  'repeat.next': '{said}. Nächstes Mal: {day}',
  'repeat.skipped': '„{title}“ auf {day} verschoben',
  'repeat.skippedSeveral':
    '{count, plural, one {# Aufgabe auf ihren nächsten Termin verschoben} other {# Aufgaben auf ihre nächsten Termine verschoben}}',
  'repeat.lastOne': 'Das war der letzte Termin von „{title}“.',
  'repeat.stopped': '„{title}“ wiederholt sich nicht mehr',
  'repeat.stoppedSeveral':
    '{count, plural, one {# Aufgabe wiederholt} other {# Aufgaben wiederholen}} sich nicht mehr',
  'repeat.notRepeating': 'Diese Aufgabe wiederholt sich nicht.',
  'taskAction.skip': 'Zum nächsten Termin',
  'taskAction.stopRepeating': 'Nicht mehr wiederholen',
}

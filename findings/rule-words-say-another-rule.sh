#!/bin/sh
# The words that two libraries make of a recurrence rule, and the rule that one makes of words, mean another rule. Expected: words
# and rule agree, or there is an error. Seen with rrule 2.8.1: "at 9 pm" becomes 9 in the morning and "every january 1st" loses
# its day; the last working day of a month is called "every month on weekdays", although the rule counts as fully convertible to
# text. With rrule-temporal 2.2.8 the last Monday but one is called the last Monday, and the last day but one of a month its last
# day.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund rrule@2.8.1 rrule-temporal@2.2.8 >/dev/null
cat > run.mjs <<'JS'
import rrule from 'rrule'
import { RRuleTemporal } from 'rrule-temporal'
import { toText } from 'rrule-temporal/totext'
for (const words of ['every day at 9 pm', 'every january 1st']) console.log(words, '=', rrule.RRule.fromText(words).toString())
const start = 'DTSTART:20270101T090000Z\nRRULE:FREQ=MONTHLY;COUNT=2;'
const last = rrule.rrulestr(`${start}BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1`)
console.log(last.all().map((date) => date.toISOString().slice(0, 10)).join(' '), '=', last.toText())
console.log('fully convertible to text:', last.isFullyConvertibleToText())
for (const part of ['BYDAY=-2MO', 'BYMONTHDAY=-2']) {
  const rule = new RRuleTemporal({ rruleString: start + part })
  console.log(rule.all().map((date) => date.toPlainDate().toString()).join(' '), '=', toText(rule, 'en'))
}
JS
seen=$(TZ=UTC node run.mjs)
expected='every day at 9 pm = RRULE:FREQ=DAILY;BYHOUR=9
every january 1st = RRULE:FREQ=YEARLY;BYMONTH=1
2027-01-29 2027-02-26 = every month on weekdays for 2 times
fully convertible to text: true
2027-01-18 2027-02-15 = every month on last Monday at 9 AM UTC for 2 times
2027-01-30 2027-02-27 = every month on the last day of the month at 9 AM UTC for 2 times'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }

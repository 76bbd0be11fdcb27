// Invented calendar feeds, the same each time: events as Google writes them, some of them series of a place with its own clock.
import { companyName, personName } from '../service/demo/names.ts'
import { createRandom } from '../service/demo/random.ts'

export type FeedSize = {
  events: number
  /** How many of the events are series: weekly ones and monthly ones. */
  series: number
  /** Roughly, for each event. */
  bytesEach: number
  /** Epoch milliseconds: what is read lies between them. */
  from: number
  to: number
}

/** The lines of a feed; each event is one text, so that a test can change one of them. */
export type Feed = { head: string; events: string[]; tail: string }

const hour = 3_600_000

const berlin = `BEGIN:VTIMEZONE
TZID:Europe/Berlin
BEGIN:DAYLIGHT
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
DTSTART:19700329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
BEGIN:STANDARD
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
DTSTART:19701025T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
END:VTIMEZONE`

/** At most 75 bytes in a line (RFC 5545, 3.1); the texts are ASCII. */
const folded = (line: string): string => line.replaceAll(/(?<=^.{75}(?:.{74})*)(?=.)/g, '\r\n ')

const stampOf = (at: number): string => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')

/** @param seed of what is in it @param stamp the time of the request, which hosts write into each event */
export function inventedFeed(seed: string, { events, series, bytesEach, from, to }: FeedSize): Feed {
  const random = createRandom(seed)
  const ascii = (text: string) => text.normalize('NFKD').replaceAll(/[^ -~]/g, '')
  const guest = () => {
    const { full } = personName(random)
    const address = `${ascii(full)
      .toLowerCase()
      .replaceAll(/[^a-z]+/g, '.')}@guests.example`
    return `ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;CN=${ascii(full)}:mailto:${address}`
  }
  const eventAt = (place: number): string => {
    const start = from + random.whole(0, Math.floor((to - from) / hour)) * hour
    // Spread over the feed.
    const every = Math.floor(events / Math.max(1, series))
    const isSeries = series > 0 && place % every === 0
    const rule = (place / every) % 2 === 0 ? 'RRULE:FREQ=WEEKLY' : 'RRULE:FREQ=MONTHLY;BYDAY=2TU'
    const begins = isSeries ? from - random.whole(1, 300) * 24 * hour + 9 * hour : start
    const company = ascii(companyName(random))
    const lines = [
      'BEGIN:VEVENT',
      `UID:${random.uuid()}@feeds.example`,
      'DTSTAMP:20261128T080000Z',
      ...(isSeries
        ? [
            `DTSTART;TZID=Europe/Berlin:${stampOf(begins).slice(0, -1)}`,
            `DTEND;TZID=Europe/Berlin:${stampOf(begins + hour).slice(0, -1)}`,
            rule,
          ]
        : [`DTSTART:${stampOf(start)}`, `DTEND:${stampOf(start + hour)}`]),
      `SUMMARY:${random.pick(['Call with', 'Demo for', 'Review with', 'Planning with'])} ${company}`,
      `LOCATION:Room ${random.whole(1, 40)}${place === 1 ? ', Version 0' : ''}`,
      'STATUS:CONFIRMED',
      'SEQUENCE:0',
      guest(),
    ]
    const about = `Agenda\\, notes and numbers for ${company}. `
    const missing = bytesEach - lines.join('\r\n').length - 60
    const text = about.repeat(Math.max(1, Math.ceil(missing / about.length))).slice(0, Math.max(20, missing))
    return [...lines, `DESCRIPTION:${text.replace(/\\$/, '')}`, 'END:VEVENT'].map(folded).join('\r\n')
  }
  return {
    head: [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Bench//EN',
      'X-WR-CALNAME:Bench',
      ...berlin.split('\n'),
    ].join('\r\n'),
    events: Array.from({ length: events }, (_, place) => eventAt(place)),
    tail: 'END:VCALENDAR',
  }
}

export const bytesOf = ({ head, events, tail }: Feed): Buffer =>
  Buffer.from(`${[head, ...events, tail].join('\r\n')}\r\n`)

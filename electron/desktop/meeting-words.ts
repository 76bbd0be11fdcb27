// A meeting in notifications and in the tray's menu. Titles come from calendars of other people: they are put on one line and
// shortened.
import type { BriefMeeting } from '../../shared/api/launcher/search.ts'
import { localeNow, say } from '../../shared/language.ts'

const longestTitle = 80

/** A text of other people on one line, shortened. */
export const oneLine = (text: string, longest = longestTitle): string => {
  const line = text.replaceAll(/[\p{White_Space}\p{Cc}]+/gu, ' ').trim()
  const letters = Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment)
  return letters.length <= longest ? line : `${letters.slice(0, longest - 1).join('')}…`
}

export const meetingTitle = (title: string): string => oneLine(title) || say('notice.meeting')

/** Made anew each time, because the local time zone may change. */
const clock = (): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(localeNow(), { hour: 'numeric', minute: '2-digit' })

/** "10:00 Weekly review", for a menu, where a single & would underline the next letter. */
export const meetingLabel = ({ title, startAt }: BriefMeeting): string =>
  say('tray.meeting', {
    time: clock().format(new Date(startAt)),
    title: meetingTitle(title).replaceAll('&', '&&'),
  })

/** "10:00 – 10:30 · in 5 minutes". @param now epoch milliseconds */
export const meetingTimes = ({ startAt, endAt }: BriefMeeting, now: number): string => {
  const [start, end] = [new Date(startAt), new Date(endAt)]
  const times = clock().formatRange(start, end > start ? end : start)
  const minutes = Math.round((start.getTime() - now) / 60_000)
  return minutes > 0 ? say('notice.meetingIn', { times, minutes }) : say('notice.meetingNow', { times })
}

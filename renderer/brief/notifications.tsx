// The notifications of the brief: each is opened and read by key, or all are read at once (NOT-02).
import { Bell } from 'lucide-react'
import type { BriefNotification } from '../../shared/api/launcher/search.ts'
import { say } from '../../shared/language.ts'
import { canBeRead } from '../../shared/notification-words.ts'
import { ageWords } from '../../shared/dates/format.ts'
import { notificationBody, notificationTitle } from '../items/notifications.ts'
import { AllowInBrowser } from '../shell/allow-in-browser.tsx'
import { useScope } from '../state/queries.ts'
import { Button } from '../ui/button.tsx'
import { Tile } from '../ui/glyphs.tsx'
import css from './brief.module.css'
import type { Group, NotificationEntry } from './brief-entries.ts'
import { Fold, Item, type Lines } from './brief-lines.tsx'

function NotificationLine({ notification, now }: { notification: BriefNotification; now: Date }) {
  const body = notificationBody(notification)
  return (
    <>
      <Tile icon={Bell} tint="#d97706" />
      <span className={css.name}>
        <span className={css.title} dir="auto">
          {notificationTitle(notification)}
        </span>
        {body === null ? null : <span className={css.soft}>{body}</span>}
      </span>
      {notification.createdAt === undefined ? null : (
        <span className={css.aside}>
          {ageWords(new Date(notification.createdAt).getTime(), now.getTime())}
        </span>
      )}
    </>
  )
}

export function Notifications({
  group: { fold, count, shown, all },
  lines,
  onReadAll,
}: {
  group: Group<NotificationEntry>
  lines: Lines
  onReadAll: () => void
}) {
  const isReadable = all.some(({ notification }) => canBeRead(notification))
  const access = useScope('notifications:write', isReadable && shown.length > 0).data
  return (
    <>
      {fold === null ? null : (
        <div className={css.noted}>
          <Fold entry={fold} lines={lines}>
            {say('brief.notifications')} <span className={css.count}>{count}</span>
          </Fold>
          {isReadable ? (
            <Button tabIndex={-1} look="ghost" shortcut="Mod+Shift+L" onClick={onReadAll}>
              {say('notifications.readAll')}
            </Button>
          ) : null}
        </div>
      )}
      {shown.length === 0 || access === undefined || access.state === 'granted' ? null : (
        <AllowInBrowser scope="notifications:write" access={access} />
      )}
      {shown.length === 0 ? null : (
        <ul>
          {shown.map((entry) => (
            <Item key={entry.key} entry={entry} lines={lines}>
              <NotificationLine notification={entry.notification} now={lines.now} />
            </Item>
          ))}
        </ul>
      )}
    </>
  )
}

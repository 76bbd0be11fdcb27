// Every word of the pages in German. People are addressed with „du“.
import { notifications } from '../../shared/messages/de/notifications.ts'
import type { Translated } from '../../shared/messages/translated.ts'
import { account } from './de/account.ts'
import { calendars } from './de/calendars.ts'
import { home } from './de/home.ts'
import { imports } from './de/imports.ts'
import { members } from './de/members.ts'
import { objects } from './de/objects.ts'
import { pages } from './de/pages.ts'
import { records } from './de/records.ts'
import { signIn } from './de/sign-in.ts'
import { site } from './de/site.ts'
import { things } from './de/things.ts'
import { webhooks } from './de/webhooks.ts'
import type { en } from './en.ts'

export const de: Translated<typeof en> = {
  ...account,
  ...calendars,
  ...home,
  ...imports,
  ...members,
  ...notifications,
  ...objects,
  ...pages,
  ...records,
  ...signIn,
  ...site,
  ...things,
  ...webhooks,
}

// Every word of the pages in English, as ICU messages by place. Notifications are those of the launcher.
import { notifications } from '../../shared/messages/en/notifications.ts'
import { account } from './en/account.ts'
import { calendars } from './en/calendars.ts'
import { home } from './en/home.ts'
import { imports } from './en/imports.ts'
import { members } from './en/members.ts'
import { objects } from './en/objects.ts'
import { pages } from './en/pages.ts'
import { records } from './en/records.ts'
import { signIn } from './en/sign-in.ts'
import { site } from './en/site.ts'
import { things } from './en/things.ts'
import { webhooks } from './en/webhooks.ts'

export const en = {
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
} as const

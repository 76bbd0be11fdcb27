// All messages in English. Texts are ICU messages.
import { actions } from './en/actions.ts'
import { brief } from './en/brief.ts'
import { calendars } from './en/calendars.ts'
import { browse } from './en/browse.ts'
import { capture } from './en/capture.ts'
import { commands } from './en/commands.ts'
import { comments } from './en/comments.ts'
import { common } from './en/common.ts'
import { dates } from './en/dates.ts'
import { desktop } from './en/desktop.ts'
import { detail } from './en/detail.ts'
import { errors } from './en/errors.ts'
import { help } from './en/help.ts'
import { importReasons } from './en/import-reasons.ts'
import { imports } from './en/imports.ts'
import { lists } from './en/lists.ts'
import { notifications } from './en/notifications.ts'
import { outbox } from './en/outbox.ts'
import { palette } from './en/palette.ts'
import { record } from './en/record.ts'
import { repeat } from './en/repeat.ts'
import { settings } from './en/settings.ts'
import { signIn } from './en/sign-in.ts'
import { task } from './en/task.ts'
import { timers } from './en/timers.ts'
import { why } from './en/why.ts'
import { workspaces } from './en/workspaces.ts'
import { writes } from './en/writes.ts'

export const en = {
  ...actions,
  ...brief,
  ...browse,
  ...calendars,
  ...capture,
  ...commands,
  ...comments,
  ...common,
  ...dates,
  ...desktop,
  ...detail,
  ...errors,
  ...help,
  ...importReasons,
  ...imports,
  ...lists,
  ...notifications,
  ...outbox,
  ...palette,
  ...record,
  ...repeat,
  ...settings,
  ...signIn,
  ...task,
  ...timers,
  ...why,
  ...workspaces,
  ...writes,
} as const

// All messages in English. Texts are ICU messages.
import { actions } from './en/palette/actions.ts'
import { brief } from './en/brief.ts'
import { calendars } from './en/setup/calendars.ts'
import { browse } from './en/palette/browse.ts'
import { capture } from './en/writes/capture.ts'
import { commands } from './en/palette/commands.ts'
import { comments } from './en/writes/comments.ts'
import { common } from './en/common.ts'
import { dates } from './en/dates.ts'
import { desktop } from './en/desktop.ts'
import { detail } from './en/palette/detail.ts'
import { errors } from './en/errors.ts'
import { help } from './en/palette/help.ts'
import { importReasons } from './en/setup/import-reasons.ts'
import { imports } from './en/setup/imports.ts'
import { lists } from './en/palette/lists.ts'
import { notifications } from './en/notifications.ts'
import { outbox } from './en/writes/outbox.ts'
import { palette } from './en/palette/palette.ts'
import { record } from './en/writes/record.ts'
import { repeat } from './en/repeat.ts'
import { settings } from './en/setup/settings.ts'
import { signIn } from './en/setup/sign-in.ts'
import { task } from './en/writes/task.ts'
import { timers } from './en/writes/timers.ts'
import { why } from './en/palette/why.ts'
import { workspaces } from './en/setup/workspaces.ts'
import { writes } from './en/writes/writes.ts'

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

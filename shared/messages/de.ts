// Every word of the launcher in German, by view. People are addressed with „du“.
import { actions } from './de/actions.ts'
import { brief } from './de/brief.ts'
import { calendars } from './de/calendars.ts'
import { browse } from './de/browse.ts'
import { capture } from './de/capture.ts'
import { commands } from './de/commands.ts'
import { comments } from './de/comments.ts'
import { common } from './de/common.ts'
import { dates } from './de/dates.ts'
import { desktop } from './de/desktop.ts'
import { detail } from './de/detail.ts'
import { errors } from './de/errors.ts'
import { help } from './de/help.ts'
import { importReasons } from './de/import-reasons.ts'
import { imports } from './de/imports.ts'
import { lists } from './de/lists.ts'
import { notifications } from './de/notifications.ts'
import { outbox } from './de/outbox.ts'
import { palette } from './de/palette.ts'
import { record } from './de/record.ts'
import { repeat } from './de/repeat.ts'
import { settings } from './de/settings.ts'
import { signIn } from './de/sign-in.ts'
import { task } from './de/task.ts'
import { timers } from './de/timers.ts'
import { why } from './de/why.ts'
import { workspaces } from './de/workspaces.ts'
import { writes } from './de/writes.ts'
import type { en } from './en.ts'
import type { Translated } from './translated.ts'

export const de: Translated<typeof en> = {
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
}

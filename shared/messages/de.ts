// Every word of the launcher in German, by view. People are addressed with „du“.
import { actions } from './de/palette/actions.ts'
import { brief } from './de/brief.ts'
import { calendars } from './de/setup/calendars.ts'
import { browse } from './de/palette/browse.ts'
import { capture } from './de/writes/capture.ts'
import { commands } from './de/palette/commands.ts'
import { comments } from './de/writes/comments.ts'
import { common } from './de/common.ts'
import { dates } from './de/dates.ts'
import { desktop } from './de/desktop.ts'
import { detail } from './de/palette/detail.ts'
import { errors } from './de/errors.ts'
import { help } from './de/palette/help.ts'
import { importReasons } from './de/setup/import-reasons.ts'
import { imports } from './de/setup/imports.ts'
import { lists } from './de/palette/lists.ts'
import { notifications } from './de/notifications.ts'
import { outbox } from './de/writes/outbox.ts'
import { palette } from './de/palette/palette.ts'
import { record } from './de/writes/record.ts'
import { repeat } from './de/repeat.ts'
import { settings } from './de/setup/settings.ts'
import { signIn } from './de/setup/sign-in.ts'
import { task } from './de/writes/task.ts'
import { timers } from './de/writes/timers.ts'
import { why } from './de/palette/why.ts'
import { workspaces } from './de/setup/workspaces.ts'
import { writes } from './de/writes/writes.ts'
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

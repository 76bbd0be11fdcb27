// Every command of `svc`, in the order of its help.
import { backup, migrate, reseal, restore } from './backup.ts'
import { calendarAdd, calendarList, calendarRead, calendarRemove } from './calendar.ts'
import type { Command } from './command.ts'
import { demo } from './demo.ts'
import { distribute } from './distribute.ts'
import { envPull, envPush } from './env/env.ts'
import { exportCommand, importCommand, importCsvCommand, importUndoCommand } from './import.ts'
import { keyCreate, keyList, keyRevoke } from './key.ts'
import { memberAdd, memberInvite, memberList, memberRemove, memberResetLink, memberRole } from './member.ts'
import { projectCreate, projectList } from './project.ts'
import { serve } from './serve.ts'
import { workspaceCreate, workspaceImport, workspaceList, workspaceSet } from './workspace.ts'

export const commands: readonly Command[] = [
  serve,
  demo,
  workspaceCreate,
  workspaceSet,
  workspaceList,
  workspaceImport,
  memberAdd,
  memberInvite,
  memberResetLink,
  memberRole,
  memberRemove,
  memberList,
  keyCreate,
  keyRevoke,
  keyList,
  calendarAdd,
  calendarList,
  calendarRead,
  calendarRemove,
  projectCreate,
  projectList,
  envPull,
  envPush,
  migrate,
  distribute,
  backup,
  restore,
  reseal,
  exportCommand,
  importCommand,
  importUndoCommand,
  importCsvCommand,
]

// Every command of `svc`, in the order of its help.
import { backup, restore } from './backup.ts'
import type { Command } from './command.ts'
import { demo } from './demo.ts'
import { envPull, envPush } from './env/env.ts'
import { exportCommand } from './export.ts'
import { importCommand } from './import.ts'
import { importCsvCommand } from './import-csv.ts'
import { keyCreate, keyList, keyRevoke } from './key.ts'
import { memberAdd, memberInvite, memberList, memberRemove, memberResetLink, memberRole } from './member.ts'
import { migrate } from './migrate.ts'
import { projectCreate, projectList } from './project.ts'
import { reseal } from './reseal.ts'
import { serve } from './serve.ts'
import { workspaceCreate, workspaceList, workspaceSet } from './workspace.ts'
import { workspaceImport } from './workspace-import.ts'

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
  projectCreate,
  projectList,
  envPull,
  envPush,
  migrate,
  backup,
  restore,
  reseal,
  exportCommand,
  importCommand,
  importCsvCommand,
]

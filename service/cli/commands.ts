// Every command of `svc`, in the order of its help.
import type { Command } from './command.ts'
import { demo } from './demo.ts'
import { keyCreate, keyList, keyRevoke } from './key.ts'
import { memberAdd, memberRemove } from './member.ts'
import { migrate } from './migrate.ts'
import { serve } from './serve.ts'
import { workspaceCreate, workspaceSet } from './workspace.ts'

export const commands: readonly Command[] = [
  serve,
  demo,
  workspaceCreate,
  workspaceSet,
  memberAdd,
  memberRemove,
  keyCreate,
  keyRevoke,
  keyList,
  migrate,
]

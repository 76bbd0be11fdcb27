#!/usr/bin/env node
// The `svc` command.
import { demo } from './cli/demo.ts'
import { keyCreate, keyList, keyRevoke } from './cli/key.ts'
import { memberAdd, memberRemove } from './cli/member.ts'
import { migrate } from './cli/migrate.ts'
import { runCommandLine } from './cli/run.ts'
import { serve } from './cli/serve.ts'
import { workspaceCreate, workspaceSet } from './cli/workspace.ts'

const commands = [
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

const { output, exitCode } = await runCommandLine(commands, process.argv.slice(2))
process.stdout.write(output)
process.exitCode = exitCode

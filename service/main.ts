#!/usr/bin/env node
// The `svc` command.
import { commands } from './cli/commands.ts'
import { runCommandLine } from './cli/run.ts'

const { output, exitCode } = await runCommandLine(commands, process.argv.slice(2))
process.stdout.write(output)
process.exitCode = exitCode

#!/usr/bin/env node
// The `svc` command.
import { commands } from './cli/commands.ts'
import { runCommandLine } from './cli/run.ts'

const { output, stream, exitCode } = await runCommandLine(commands, process.argv.slice(2))
process[stream].write(output)
process.exitCode = exitCode

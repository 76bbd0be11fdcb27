#!/usr/bin/env node
// The `svc` command.
import { runCommandLine } from './cli/run.ts'

const words = process.argv.slice(2)
// What serves stays for months, so it carries nothing of the other commands.
const commands =
  words[0] === 'serve'
    ? [(await import('./cli/serve.ts')).serve]
    : (await import('./cli/commands.ts')).commands
const { output, stream, exitCode } = await runCommandLine(commands, words)
process[stream].write(output)
process.exitCode = exitCode

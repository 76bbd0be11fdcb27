#!/usr/bin/env node
// The `svc` command.
// A namespace import, because an old Node lacks the function and would fail with a syntax error.
import * as nodeModule from 'node:module'
import { compileCacheDirectory } from './base/config.ts'

const oldestNode = 24
if (Number.parseInt(process.versions.node, 10) < oldestNode) {
  const message = `svc needs Node ${oldestNode} or newer. This is ${process.version}; see https://nodejs.org/download.`
  process.stderr.write(`${JSON.stringify({ error: { code: 'node_too_old', message } })}\n`)
  process.exit(1)
}

// Caches stripped types and compiled code for the next start.
nodeModule.enableCompileCache(compileCacheDirectory())
const { runCommandLine, unwrittenOutput } = await import('./cli/run.ts')

const words = process.argv.slice(2)
const serving = words.find((word) => word !== '--human') === 'serve'
// A service goes on without its output.
const cannotWrite = (stream: NodeJS.WriteStream) => (error: NodeJS.ErrnoException) => {
  if (serving) return
  // The reader has left, like `head`.
  if (error.code === 'EPIPE') process.exit()
  if (stream === process.stderr) return
  process.stderr.write(unwrittenOutput(error, words))
  process.exit(1)
}
for (const stream of [process.stdout, process.stderr]) stream.on('error', cannotWrite(stream))
// A service runs for months, so it loads no other command.
const commands = serving
  ? [(await import('./cli/serve.ts')).serve]
  : (await import('./cli/commands.ts')).commands
const { output, stream, exitCode } = await runCommandLine(commands, words)
process.exitCode = exitCode
process[stream].write(output)
// Time for the rest of the log; a stalled reader does not keep the process.
if (serving) setTimeout(() => process.exit(), 1000).unref()

#!/usr/bin/env node
// The `svc` command.
// A namespace, because an old Node does not have the function, and would say so with a syntax error.
import * as nodeModule from 'node:module'
import { compileCacheDirectory } from './config.ts'

const oldestNode = 24
if (Number.parseInt(process.versions.node, 10) < oldestNode) {
  const message = `svc needs Node ${oldestNode} or newer. This is ${process.version}; see https://nodejs.org/download.`
  process.stderr.write(`${JSON.stringify({ error: { code: 'node_too_old', message } })}\n`)
  process.exit(1)
}

// Types are stripped and code is compiled once: the next start takes less time and memory. Where nothing can be kept,
// it starts as the first time.
nodeModule.enableCompileCache(compileCacheDirectory())
const { runCommandLine, unwrittenOutput } = await import('./cli/run.ts')

const words = process.argv.slice(2)
const serving = words.find((word) => word !== '--human') === 'serve'
// A service has others to answer: it goes on without what cannot be written, which can be said nowhere better.
const cannotWrite = (stream: NodeJS.WriteStream) => (error: NodeJS.ErrnoException) => {
  if (serving) return
  // Nobody reads on, like `head`: the rest is for nobody.
  if (error.code === 'EPIPE') process.exit()
  if (stream === process.stderr) return
  process.stderr.write(unwrittenOutput(error, words))
  process.exit(1)
}
for (const stream of [process.stdout, process.stderr]) stream.on('error', cannotWrite(stream))
// What serves stays for months, so it carries nothing of the other commands.
const commands = serving
  ? [(await import('./cli/serve.ts')).serve]
  : (await import('./cli/commands.ts')).commands
const { output, stream, exitCode } = await runCommandLine(commands, words)
process.exitCode = exitCode
process[stream].write(output)
// What is still in the log is for whoever reads it. A reader that has stalled keeps no process.
if (serving) setTimeout(() => process.exit(), 1000).unref()

#!/bin/sh
# node:worker_threads of Node 24.21.0: `worker.removeAllListeners()` makes a Worker deaf for good. Expected, as of every EventEmitter:
# the listeners that one added are gone, and one that is added later hears the next message. Seen: the thread gets the message and
# answers, and nothing arrives. A Worker has listeners of its own for `newListener` and `removeListener`, and they are gone too.
# `removeAllListeners('message')` does as expected. Met in a pool that keeps threads between requests.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 >/dev/null
cat > run.mjs <<'JS'
import { Worker } from 'node:worker_threads'
const code = `const { parentPort } = require('node:worker_threads')
parentPort.on('message', (text) => {
  process._rawDebug('the thread has ' + text)
  parentPort.postMessage(text)
})`
const ask = (worker, text) =>
  new Promise((resolve) => {
    worker.on('message', resolve)
    worker.postMessage(text)
    setTimeout(() => resolve('nothing after two seconds'), 2_000)
  })
for (const names of [['message'], []]) {
  const worker = new Worker(code, { eval: true })
  const first = await ask(worker, 'one')
  worker.removeAllListeners(...names)
  const own = worker.listenerCount('newListener') + worker.listenerCount('removeListener')
  const second = await ask(worker, 'two')
  console.log(`removeAllListeners(${names}): ${first}, then ${second}; ${own} of its own`)
  await worker.terminate()
}
JS
seen=$(node_modules/.bin/node run.mjs 2>&1)
expected='the thread has one
the thread has two
removeAllListeners(message): one, then two; 2 of its own
the thread has one
the thread has two
removeAllListeners(): one, then nothing after two seconds; 0 of its own'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }

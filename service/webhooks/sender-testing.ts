// For tests: a worker in a process of its own, on a fast clock, that can be killed at any moment.
//   node sender-testing.ts <database> <epoch milliseconds at which the clock was right> <how much too fast it goes>
import { createLog } from '../base/service-log.ts'
import { openStore } from '../db/open.ts'
import { resolveName } from '../http/safe-request.ts'
import { createPost } from './post.ts'
import { createWorker } from './worker.ts'

const [database = '', base = '', speed = ''] = process.argv.slice(2)
const now = () => Number(base) + (Date.now() - Number(base)) * Number(speed)

createWorker({
  store: await openStore(database),
  now,
  random: Math.random,
  post: createPost({ network: 'any host', resolve: resolveName, timeout: 300 }),
  seal: { open: (sealed) => sealed },
  log: createLog('silent'),
  pollMilliseconds: 20,
}).wake('')
process.stdout.write('sending\n')
// The worker's timers alone keep no process alive.
process.stdin.resume()

// For a test: begins a private file, prints a line, and waits for its parent. Argument: the path.
import { once } from 'node:events'
import { writePrivateFile } from './private-file.ts'

const [path = ''] = process.argv.slice(2)
await writePrivateFile(path, 'keep', async (file) => {
  await file.writeFile('half a secret')
  process.stdout.write('begun\n')
  // Ends with its parent, whatever happens.
  await once(process.stdin.resume(), 'end')
})

// The first module. It only loads the others, with a cache: stripping their types again at every start takes a while.
import { enableCompileCache } from 'node:module'

enableCompileCache()
const { runMainProcess } = await import('./main-process.ts')
await runMainProcess()

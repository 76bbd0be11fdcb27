// `npm run -s bench -- <name>`: one benchmark, one JSON line on stdout.
import { benchBundle } from './bundle.ts'
import { benchCalendars } from './calendars.ts'
import { benchCapture } from './capture.ts'
import { benchConnections } from './connections.ts'
import { benchDeliveries } from './deliveries.ts'
import { benchImport } from './import.ts'
import { benchLaunch } from './launch.ts'
import { benchLive } from './live.ts'
import { benchLiveLauncher } from './live-launcher.ts'
import { benchPalette } from './palette.ts'
import { benchRanking } from './ranking.ts'
import { benchRecall } from './recall.ts'
import { benchSearchInside } from './search-inside.ts'
import { benchService } from './service.ts'
import { benchSettings } from './settings.ts'
import { benchStarts } from './starts.ts'
import { benchTenants } from './tenants.ts'

const benches = {
  bundle: benchBundle,
  calendars: benchCalendars,
  capture: benchCapture,
  connections: benchConnections,
  deliveries: benchDeliveries,
  import: benchImport,
  launch: benchLaunch,
  live: benchLive,
  'live-launcher': benchLiveLauncher,
  palette: benchPalette,
  ranking: benchRanking,
  recall: benchRecall,
  'search-inside': benchSearchInside,
  service: benchService,
  settings: benchSettings,
  starts: benchStarts,
  tenants: benchTenants,
}

const isBench = (name: string | undefined): name is keyof typeof benches =>
  name !== undefined && name in benches

/** What `parseArgs` says of an option that it does not know, or that lacks its value. */
const isOfOptions = (error: unknown): error is Error =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')

const name = process.argv[2]
if (isBench(name)) {
  try {
    console.log(JSON.stringify(await benches[name](process.argv.slice(3))))
  } catch (error) {
    if (!isOfOptions(error)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
} else {
  console.error(`Name a benchmark: ${Object.keys(benches).join(', ')}`)
  process.exitCode = 1
}

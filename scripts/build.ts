// Builds every bundle of the app and of the service, or those named: `npm run build -- renderer main`, `npm run build -- svc`,
// `npm run build -- client`.
import { build } from 'vite'
import { buildClient } from './build-client.ts'

const bundles = ['renderer', 'main', 'preload', 'service', 'svc'] as const

/** Bundles with the threads beside them that read calendars and plan imports. */
const threaded = new Set(['service', 'svc'])

const asked = process.argv.slice(2)
for (const mode of asked.length > 0 ? asked : bundles) {
  if (mode === 'client') {
    process.stdout.write(`${buildClient()}\n`)
    continue
  }
  await build({ mode })
  if (!threaded.has(mode)) continue
  await build({ mode: `${mode}-reader` })
  await build({ mode: `${mode}-importer` })
}

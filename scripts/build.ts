// Builds every bundle of the app, or those named: `npm run build -- renderer main`, `npm run build -- svc`.
import { build } from 'vite'

const bundles = ['renderer', 'main', 'preload', 'service'] as const

/** Bundles with the thread that reads calendars beside them. */
const reading = new Set(['service', 'svc'])

const asked = process.argv.slice(2)
for (const mode of asked.length > 0 ? asked : bundles) {
  await build({ mode })
  if (reading.has(mode)) await build({ mode: `${mode}-reader` })
}

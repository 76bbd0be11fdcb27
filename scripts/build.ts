// Builds every bundle of the app, or those named: `npm run build -- renderer main`, `npm run build -- svc`.
import { build } from 'vite'

const bundles = ['renderer', 'main', 'preload', 'service'] as const

const asked = process.argv.slice(2)
for (const mode of asked.length > 0 ? asked : bundles) await build({ mode })

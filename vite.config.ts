// Bundles, chosen by --mode. Four of the app: renderer (browser), main (ESM), preload (CJS, because a sandboxed preload is
// one CommonJS file), service (ESM, forked by the main process). And svc, the command for servers, which needs nothing but
// Node beside it. The threads that read calendars and import files are one file each beside the last two.
import { builtinModules } from 'node:module'
import { defineConfig, type UserConfig } from 'vite'

/** Warnings about dependencies' own code (server directives, a direct eval) are not ours to mend. */
const ours: NonNullable<NonNullable<UserConfig['build']>['rolldownOptions']>['onwarn'] = (warning, warn) => {
  if (!(warning.id ?? warning.loc?.file ?? '').includes('node_modules')) warn(warning)
}

const external = ['electron', ...builtinModules, /^node:/]

const node = (
  entry: string,
  outDir: string,
  extra: { format: 'es' | 'cjs'; name: string; beside?: true },
): UserConfig => ({
  build: {
    ssr: entry,
    outDir,
    emptyOutDir: extra.beside !== true,
    target: 'node24',
    sourcemap: true,
    rolldownOptions: {
      external,
      output: {
        format: extra.format,
        entryFileNames: extra.name,
        chunkFileNames: 'assets/[name]-[hash].mjs',
        codeSplitting: extra.format === 'es' && extra.beside !== true,
      },
    },
  },
  ssr: { noExternal: true },
})

/** One file beside a bundle. It is started from its text, because no thread starts from inside an asar archive. */
const thread = (entry: string, outDir: string, name: string): UserConfig => ({
  ...node(entry, outDir, { format: 'es', name, beside: true }),
  plugins: [
    {
      name: 'require-of-a-text',
      // A text has no address from which libraries could require Node's own modules.
      renderChunk: (code) =>
        code.replace('createRequire(import.meta.url)', 'createRequire(process.execPath)'),
    },
  ],
})
const reader = (outDir: string) =>
  thread('service/calendars/reading/read-worker.ts', outDir, 'read-worker.mjs')
const importer = (outDir: string) =>
  thread('service/imports/running/import-worker.ts', outDir, 'import-worker.mjs')

const configs: Record<string, UserConfig> = {
  renderer: {
    root: 'renderer',
    base: './',
    build: {
      outDir: '../out/renderer',
      emptyOutDir: true,
      target: 'chrome150',
      modulePreload: { polyfill: false },
      // Read by e2e/coverage.ts. Not shipped, and not named in the bundle.
      sourcemap: 'hidden',
      // Inlined assets would need `data:` in more of the content security policy than images.
      assetsInlineLimit: 0,
    },
  },
  main: node('electron/main.ts', 'out/main', { format: 'es', name: 'main.js' }),
  preload: node('electron/preload.ts', 'out/preload', { format: 'cjs', name: 'preload.cjs' }),
  service: node('service/embedded.ts', 'out/service', { format: 'es', name: 'embedded.js' }),
  'service-reader': reader('out/service'),
  'service-importer': importer('out/service'),
  svc: node('service/main.ts', 'dist/svc', { format: 'es', name: 'svc.mjs' }),
  'svc-reader': reader('dist/svc'),
  'svc-importer': importer('dist/svc'),
}

export default defineConfig(({ mode }) => {
  const config = configs[mode]
  if (config === undefined) throw new Error(`Unknown mode ${mode}: one of ${Object.keys(configs).join(', ')}`)
  return {
    ...config,
    envDir: false,
    logLevel: 'warn',
    build: { ...config.build, rolldownOptions: { ...config.build?.rolldownOptions, onwarn: ours } },
  }
})

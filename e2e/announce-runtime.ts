// Says once a run what the app ran on, so that nobody takes a pass on the stand-in for one on Electron's binary.
export default function announceRuntime(): void {
  const name =
    process.env['E2E_RUNTIME'] === 'electron' ? "Electron's own binary" : 'the stand-in (Node and Chromium)'
  process.stderr.write(`Runtime of this run: ${name}\n`)
}

// Says once a run what the app ran on, so that nobody takes a pass on the stand-in for one on Electron's binary.
export default function announceRuntime(): void {
  process.stderr.write(`Runtime of this run: ${process.env['E2E_RUNTIME'] ?? 'unknown'}\n`)
}

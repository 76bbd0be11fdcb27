// Runs tests in another time zone.

/** Runs `work` in another zone: Node reads TZ again when it is set. `process` is not in the types of the page. */
export const inZone = <T>(zone: string, run: () => T): T => {
  const { env } = (globalThis as unknown as { process: { env: Record<string, string | undefined> } }).process
  const before = env['TZ']
  env['TZ'] = zone
  try {
    return run()
  } finally {
    if (before === undefined) delete env['TZ']
    else env['TZ'] = before
  }
}

/** Zones with extreme and half-hour offsets, with summer time in both hemispheres. */
export const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
] as const

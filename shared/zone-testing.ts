// For tests of times: the same code in another zone.

/** Runs in another zone; Node reads TZ anew when it is set. Not in the types: the page has no process. */
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

/** Zones at both ends of the world, with half hours, and on both sides of summer time. */
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

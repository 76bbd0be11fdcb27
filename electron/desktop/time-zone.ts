// The zone of the machine, which may travel while the launcher runs.

/**
 * From now on the process lives in the zone that the machine has now. V8 keeps the one that it met first; Node has it look
 * again when `TZ` is written or deleted (https://github.com/electron/electron/issues/33723).
 */
export const rereadZone = (env: NodeJS.ProcessEnv): void => {
  const { TZ } = env
  if (TZ === undefined) delete env['TZ']
  else env['TZ'] = TZ
}

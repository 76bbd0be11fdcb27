// A packaged app starts under no debugger: tokens are in its memory, and the page may ask for anything that was seen. The
// fuses refuse Node's inspector and know nothing of Chromium's remote debugging, so the command line is read first. Pure.

// Chromium takes one dash for two, on Windows a slash and any case too; Node takes `_` for `-`.
const debuggingSwitch = /^(?:--?|\/)((?:remote[-_]debugging|inspect)(?:[-_][\w-]*)?)(?:=|$)/i

/** @param argv whole, the executable included. @returns why a packaged app does not start, in one sentence, or null. */
export const debuggingRefusal = (argv: readonly string[]): string | null => {
  for (const word of argv.slice(1)) {
    const name = debuggingSwitch.exec(word)?.[1]
    if (name !== undefined)
      return `Svc Launcher does not start under a debugger: leave out --${name.toLowerCase()}.`
  }
  return null
}

// Which key combinations may be global shortcuts, for whoever records one and for whoever takes it into force.
// In Electron's spelling (https://www.electronjs.org/docs/latest/api/accelerator).

const modifiers = /^(?:command|cmd|control|ctrl|commandorcontrol|cmdorctrl|alt|option|altgr|super|meta)$/i
const functionKey = /^F(?:[1-9]|1\d|2[0-4])$/i

/** Whether other programs keep their keys: a letter alone, or with Shift, would be taken from each of them. */
export const isGlobalHotkey = (accelerator: string): boolean => {
  const parts = accelerator.split('+')
  return functionKey.test(parts.at(-1) ?? '') || parts.slice(0, -1).some((part) => modifiers.test(part))
}

/** The system menu of every window of Windows (https://github.com/microsoft/PowerToys/issues/3838). */
export const isSystemMenu = (accelerator: string, platform: 'mac' | 'windows' | 'linux'): boolean =>
  platform === 'windows' && /^(?:alt|option)\+space$/i.test(accelerator)

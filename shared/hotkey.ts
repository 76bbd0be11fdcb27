// Rules for global hotkeys, shared by the settings view and the main process. Accelerators as in Electron
// (https://www.electronjs.org/docs/latest/api/accelerator).

const modifiers = /^(?:command|cmd|control|ctrl|commandorcontrol|cmdorctrl|alt|option|altgr|super|meta)$/i
const functionKey = /^F(?:[1-9]|1\d|2[0-4])$/i

/** A function key, or a key with a modifier other than Shift. Any other hotkey would take the key from all programs. */
export const isGlobalHotkey = (accelerator: string): boolean => {
  const parts = accelerator.split('+')
  return functionKey.test(parts.at(-1) ?? '') || parts.slice(0, -1).some((part) => modifiers.test(part))
}

/** Alt+Space opens the system menu of every window on Windows (https://github.com/microsoft/PowerToys/issues/3838). */
export const isSystemMenu = (accelerator: string, platform: 'mac' | 'windows' | 'linux'): boolean =>
  platform === 'windows' && /^(?:alt|option)\+space$/i.test(accelerator)

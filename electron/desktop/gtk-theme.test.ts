import { expect, test } from 'vitest'
import { lendGtkTheme } from './gtk-theme.ts'

test.each([
  ['dark', undefined, 'Adwaita:dark'],
  ['light', undefined, 'Adwaita'],
  ['system', undefined, undefined],
  ['dark', 'Own', 'Own'],
] as const)(
  'APP-02 with the theme %s, and %s in the environment, GTK starts as %s, and what it opens does not',
  (theme, own, lent) => {
    const env: NodeJS.ProcessEnv = own === undefined ? {} : { GTK_THEME: own }
    const end = lendGtkTheme(env, theme)
    expect(env['GTK_THEME']).toBe(lent)
    end()
    expect(env['GTK_THEME']).toBe(own)
  },
)

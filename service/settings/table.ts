// Every page in the order of the navigation, and every form.
import { allKeysPage, keyForms, keysPage } from './keys.ts'
import type { SettingsForm, SettingsPage } from './kit.ts'

const listed: readonly SettingsPage[] = [keysPage, allKeysPage]

export const pages: ReadonlyMap<string, SettingsPage> = new Map(listed.map((page) => [page.path, page]))

export const forms: ReadonlyMap<string, SettingsForm> = new Map(keyForms.map((form) => [form.path, form]))

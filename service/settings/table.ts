// Every page in the order of the navigation, and every form.
import { accountForms, passwordPage, signInsPage } from './account.ts'
import { calendarForms, calendarPage } from './calendar.ts'
import { calendarsForms, calendarsPage } from './calendars.ts'
import { deliveriesPage, deliveryForms, deliveryPage } from './deliveries.ts'
import { importForms, importPage, leftOutPage } from './imports.ts'
import { allKeysPage, keyForms, keysPage } from './keys.ts'
import type { SettingsForm, SettingsPage } from './kit.ts'
import { memberForms, memberPage, membersPage } from './members.ts'
import { webhookForms, webhookPage, webhooksPage } from './webhooks.ts'
import { projectPage, projectsPage, workspacePage } from './workspace.ts'

const allPages: readonly SettingsPage[] = [
  keysPage,
  signInsPage,
  passwordPage,
  calendarsPage,
  calendarPage,
  importPage,
  leftOutPage,
  allKeysPage,
  membersPage,
  memberPage,
  webhooksPage,
  webhookPage,
  deliveriesPage,
  deliveryPage,
  workspacePage,
  projectsPage,
  projectPage,
]
const allForms = [
  keyForms,
  accountForms,
  calendarsForms,
  calendarForms,
  importForms,
  memberForms,
  webhookForms,
  deliveryForms,
].flat()

export const pages: ReadonlyMap<string, SettingsPage> = new Map(allPages.map((page) => [page.path, page]))

export const forms: ReadonlyMap<string, SettingsForm> = new Map(allForms.map((form) => [form.path, form]))

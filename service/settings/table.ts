// Every page in the order of the navigation, and every form.
import { accountForms, passwordPage, signInsPage } from './account.ts'
import { calendarForms, calendarPage } from './calendar.ts'
import { calendarsForms, calendarsPage } from './calendars.ts'
import { changesFile, changesPage } from './changes.ts'
import { deliveriesPage, deliveryForms, deliveryPage } from './deliveries.ts'
import { importForms } from './import-forms.ts'
import { importPage, leftOutPage } from './imports.ts'
import { allKeysPage, keyForms, keysPage } from './keys.ts'
import type { SiteForm, SitePage } from '../site/kit.ts'
import { memberForms, memberPage, membersPage } from './members.ts'
import { choiceForms, choicePage } from './objects/choices.ts'
import { fieldForms, fieldPage, newFieldPage } from './objects/field.ts'
import { objectForms, objectPage } from './objects/object.ts'
import { objectsForms, objectsPage } from './objects/objects.ts'
import { sectionPage, statusPage, taskSettingsForms, taskSettingsPage } from './objects/task-settings.ts'
import { notificationForms, notificationsPage } from './notifications.ts'
import { homePage, profileForms, profilePage } from './profile.ts'
import { webhookForms, webhookPage, webhooksPage } from './webhooks.ts'
import { projectPage, projectsPage, workspacePage } from './workspace.ts'

const allPages: readonly SitePage[] = [
  homePage,
  notificationsPage,
  profilePage,
  keysPage,
  signInsPage,
  passwordPage,
  calendarsPage,
  calendarPage,
  objectsPage,
  objectPage,
  newFieldPage,
  fieldPage,
  choicePage,
  taskSettingsPage,
  statusPage,
  sectionPage,
  importPage,
  leftOutPage,
  allKeysPage,
  membersPage,
  memberPage,
  webhooksPage,
  webhookPage,
  deliveriesPage,
  deliveryPage,
  changesPage,
  changesFile,
  workspacePage,
  projectsPage,
  projectPage,
]
const allForms = [
  profileForms,
  notificationForms,
  keyForms,
  accountForms,
  calendarsForms,
  calendarForms,
  objectsForms,
  objectForms,
  fieldForms,
  choiceForms,
  taskSettingsForms,
  importForms,
  memberForms,
  webhookForms,
  deliveryForms,
].flat()

export const pages: ReadonlyMap<string, SitePage> = new Map(allPages.map((page) => [page.path, page]))

export const forms: ReadonlyMap<string, SiteForm> = new Map(allForms.map((form) => [form.path, form]))

// Two people move in with the files of their old tools: a freelancer into a local workspace, and a team into one on a server
// that was empty. Each ends at a brief that holds their own tasks.
import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { freePort } from './free-port.ts'
import type { Launched } from './launch.ts'
import { type DemoMember, runSvc, startRealService } from './real-service.ts'
import {
  dismiss,
  runCommand,
  searchBox,
  selectedRow,
  signIn,
  signOut,
  summon,
  useLocalWorkspace,
} from './steps.ts'

const dayText = (at: Date): string =>
  `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`
const today = dayText(new Date())

const googleContacts = [
  'First Name,Last Name,Notes,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Organization Name,Organization Title',
  'Edda,Lund,Met in Bonn,* Work,edda@lund.test ::: e.lund@lund.test,Mobile,+49 171 5550190,Lund Optik,Buyer',
  'Tariq,Aziz,,,,Work,030/555 01 91,,',
].join('\r\n')
const todoist = [
  'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE',
  'section,Invoices,,,,,,,,',
  `task,Send the invoice to Lund,,4,1,Ada (1),,${today},en,Europe/Berlin`,
  'task,Look for a new desk,,1,1,Ada (1),,,en,Europe/Berlin',
].join('\n')

const hubspotCompanies = [
  '"Record ID","Company name","Company owner","Phone Number","Industry","Annual Revenue","Company Domain Name","Description"',
  '"5501","Harbour Works","Lena Hof (Deactivated User)","+49 40 5550201 ext. 7","CONSUMER_GOODS","1,234,500.00","harbour.test","Pays late."',
  '"5502","Salt & Sons","","","","","salt.test",""',
].join('\r\n')
const pipedrivePeople = [
  '\uFEFFPerson - Name;Person - Label;Person - Organization;Person - Email - Work;Person - Phone - Work;Person - Job title;Person - ID',
  'Noah Berg;Customer, Hot lead;Harbour Works;noah@harbour.test, berg@harbour.test;040 5550211;Engineer;12',
].join('\r\n')
const asana = [
  'Task ID,Created At,Completed At,Last Modified,Name,Section/Column,Assignee,Assignee Email,Start Date,Due Date,Tags,Notes,Projects,Parent task',
  `1,2026-11-01,,2026-11-20,Prepare the stand,To do,Lena,lena@team.test,,${today},,Two tables,Fair,`,
  '2,2026-11-01,,2026-11-20,Order the carpet,,Mira,mira@team.test,,2027-03-01,,,Fair,Prepare the stand',
].join('\n')

const view = (page: Page) => page.getByRole('main', { name: 'Import', exact: true })
const brief = (page: Page) => page.getByRole('main', { name: 'Daily brief' })

/** Looks at a file, imports it, and leaves its result. */
const importFile = async (launched: Launched, name: string, text: string, result: string): Promise<void> => {
  const { page } = launched
  await runCommand(launched, 'Import')
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await expect(page.getByRole('table', { name: 'Preview' })).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(view(page).getByRole('status').first()).toContainText(`Imported ${name}${result}`)
  await dismiss(launched)
}

const openBrief = async (launched: Launched): Promise<void> => {
  await runCommand(launched, 'Daily brief')
  await expect(brief(launched.page)).toBeVisible()
}

const find = async ({ app, page }: Launched, typed: string, title: string): Promise<void> => {
  await dismiss({ app, page })
  await summon(app)
  await searchBox(page).fill(typed)
  await expect(selectedRow(page)).toContainText(title)
}

test('IMP-05 APP-04 a freelancer brings contacts and tasks into a local workspace, and the brief holds what is due', async ({
  launch,
}) => {
  const launched = await launch()
  const { page } = launched
  await useLocalWorkspace(launched)

  await importFile(launched, 'contacts.csv', googleContacts, '2 new')
  await importFile(launched, 'Todoist.csv', todoist, '2 new')
  await openBrief(launched)
  await expect(brief(page)).toContainText('Send the invoice to Lund')
  await find(launched, 'edda', 'Edda Lund')
  await find(launched, 'lund optik', 'Lund Optik')
})

test('IMP-05 APP-04 a team brings companies, people and tasks, and each member finds their own tasks in the brief', async ({
  launch,
  browser,
}, testInfo) => {
  mkdirSync(testInfo.outputDir, { recursive: true })
  const database = `file:${testInfo.outputPath('team.sqlite')}`
  const to = ['--database', database]
  const { owner } = runSvc<{ owner: DemoMember }>(
    'workspace',
    'create',
    '--slug',
    'team',
    '--name',
    'Team',
    '--plan',
    'pro',
    '--starter',
    '--owner-email',
    'mira@team.test',
    '--owner-name',
    'Mira',
    ...to,
  )
  const lena = runSvc<DemoMember>(
    'member',
    'add',
    '--workspace',
    'team',
    '--email',
    'lena@team.test',
    '--name',
    'Lena',
    ...to,
  )
  const workspace = { id: 'team', slug: 'team', plan: 'pro', members: [owner, lena] }
  const service = await startRealService(database, [workspace], await freePort())
  try {
    const launched = await launch()
    const { page } = launched
    await signIn(launched, service, browser, owner.email)
    await importFile(launched, 'hubspot-companies.csv', hubspotCompanies, '2 new')
    await importFile(launched, 'people.csv', pipedrivePeople, '1 new')
    await importFile(launched, 'asana.csv', asana, '2 new')
    await find(launched, 'noah', 'Noah Berg')
    await find(launched, 'harbour works', 'Harbour Works')

    await signOut(launched)
    await signIn(launched, service, browser, lena.email)
    await openBrief(launched)
    await expect(brief(page)).toContainText('Prepare the stand')
    await expect(brief(page)).not.toContainText('Order the carpet')
    await find(launched, 'noah', 'Noah Berg')
  } finally {
    await service.stop()
  }
})

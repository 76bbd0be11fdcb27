// Rows as a workspace has them, that the queries of ranking-set.ts are asked of.
import type { SearchResult } from '../shared/api/launcher/search.ts'
import { rowWith } from '../shared/search/row-testing.ts'
import { seenRows } from './seen-rows.ts'

const tasks = `
Call Anna Lindqvist about the renewal
Prepare the board deck for Q3
Review the Globex master service agreement
Send the revised quote to Initech
Book flights to Zürich
Renew the wildcard certificate
Write the onboarding checklist
Fix the invoice template for Umbrella
Update the pricing page
Migrate the billing database
Follow up with Søren Østergaard
Plan the offsite in Kraków
Approve expenses for October
Interview Priya Natarajan
Draft the press release for the Hamburg launch
Check the smoke detectors in the warehouse
Collect feedback on the beta
Order new badges for reception
Rotate the API keys
Archive the 2024 contracts
Translate the help centre into Português
Reconcile the Stripe payouts
Clean up duplicate contacts
Schedule the fire drill
Answer the security questionnaire of Wayne Enterprises
Measure page load on the checkout
Return the borrowed projector
Cancel the unused Figma seats
Pay the café for the catering
Set up the staging server
Ask legal about the NDA with Stark Industries
Compare insurance offers
Publish the changelog
Test the disaster recovery plan
Invite Björn to the design critique
Prepare salary review for the sales team
Unsubscribe from the old newsletter tool
Record the product demo
Write a postmortem of the outage on Monday
Sign the lease for the Lyon office
Print the wifi password for guests
Write the E-Mail to all suppliers
R & D budget for 2027
Plan the annual review of salaries
Book the room for the plan review with Wayne
Follow-up with the caterer
Order a new Wi-Fi repeater
Answer the email of the landlord
Pick up Bobby's badge`

const records = `
Acme Corporation
Acme Logistics
Globex
Initech
Umbrella Health
Wayne Enterprises
Stark Industries
Northwind Traders
Contoso Pharma
Fabrikam Robotics
Tyrell Optics
Soylent Foods
Hooli Cloud
Pied Piper Compression
Vandelay Imports
Dunder Mifflin Paper
Sterling Cooper Advertising
Müller Maschinenbau
Société Générale des Eaux
Ålesund Shipping
Anna Lindqvist
Søren Østergaard
Priya Natarajan
Björn Ekström
José Ángel Muñoz
François Lefèvre
Katarzyna Wójcik
Kevin O'Brien
Mary-Jane Watson
Zoë Kravets
Nguyễn Văn Minh
Chloé Dubois
Renewal Acme 2027
Expansion Globex EMEA
Pilot Hooli
Warehouse automation Northwind
Lumen & Petrov
Anchor Materials
Jörg Weiß
Bernd Müller
Köhler & Söhne
Straßenbau Nord
Kaeser Kompressoren
Bob Ross
Bobsled Sports
Bobby Fischer
Jo Nesbø
Johanna Klein
J.P. Morgan Chase
U.S. Steel
Blue Ocean Partners
Michael Bay
Coca-Cola Bottling
T-Mobile
บริษัทสมชายการค้าจำกัด
ธนาคารกรุงเทพ
محمد على
شرکت کیان
東京電力
Roche Diagnostics
Rochester Tools`

const meetings = `
Weekly stand-up
Quarterly business review with Acme
One on one with Priya
Design critique
Board meeting
Sprint planning
Sprint retrospective
Contract negotiation with Wayne Enterprises
Coffee with Chloé Dubois
All hands
Hiring committee
Roadmap review
Security training
Customer advisory board
Demo for Fabrikam Robotics`

const lines = (text: string): string[] => text.trim().split('\n')

/** A Wednesday morning, wherever this runs. */
export const rankingNow = new Date(2026, 10, 25, 10).getTime()

const hour = 3_600_000
const at = (hours: number): string => new Date(rankingNow + hours * hour).toISOString()

type Changes = Omit<Partial<SearchResult>, 'kind' | 'id' | 'title'>
const row = (kind: string, title: string, changes: Changes = {}): SearchResult =>
  rowWith({ kind, id: title, title, ...changes })

const record = (
  objectTypeName: string,
  title: string,
  said: Changes,
  ...meta: [type: string, value: string][]
): SearchResult =>
  row('record', title, {
    ...said,
    record: {
      objectTypeSlug: objectTypeName.toLowerCase(),
      objectTypeName,
      icon: null,
      color: null,
      meta: meta.map(([type, value]) => ({ label: '', type, value })),
    },
  })

const meeting = (title: string, from: number, hours: number): SearchResult =>
  row('meeting', title, { meeting: { startAt: at(from), endAt: at(from + hours), allDay: false } })

export const rankingOptions = {
  me: 'usr_me',
  statuses: [
    { slug: 'todo', name: 'To do', color: '', isComplete: false },
    { slug: 'in_progress', name: 'In progress', color: '', isComplete: false },
    { slug: 'done', name: 'Done', color: '', isComplete: true },
  ].map((status, position) => ({
    ...status,
    id: status.slug,
    icon: null,
    position,
    isDefault: position === 0,
  })),
}

const task = (
  title: string,
  status: 'todo' | 'in_progress' | 'done',
  due: number,
  priority: 'low' | 'medium' | 'urgent',
  assignee: string,
): SearchResult => {
  const found = rankingOptions.statuses.find(({ slug }) => slug === status)
  return row('task', title, {
    badge: found?.name ?? '',
    task: {
      ...(found === undefined ? {} : { status: found }),
      priority,
      dueDate: at(due),
      assignees: [assignee],
    },
  })
}

/** Rows with more than a title, as the demo workspace has them. */
const said: readonly SearchResult[] = [
  record(
    'Person',
    'Anton Olsen',
    { subtitle: 'Head of research, Indigo Solar' },
    ['email', 'anton.olsen@indigosolar.example'],
    ['phone', '+49 (30) 123-4567'],
  ),
  record('Person', 'Ana Silva', { subtitle: 'CEO, Slate Freight' }, [
    'email',
    'ana.silva@slatefreight.example',
  ]),
  record('Company', 'Quarry Travel', { badge: 'Customer' }, ['url', 'https://www.quarrytravel.example/']),
  record('Company', 'Slate Freight', { badge: 'Prospect' }, ['phone', '+1 415 555 0134']),
  record(
    'Person',
    'Greta Lund',
    { subtitle: 'Buyer, Fjord Foods' },
    ['email', 'greta@mail.fjordfoods.example'],
    ['phone', '040/7654321'],
    ['phone', '+47 22 12 34 56'],
  ),
  record('Person', 'Oliver Hart', { subtitle: 'Würth E-Commerce' }, ['phone', '+44 (0)20 7946 0018']),
  task('Chase the invoice of Slate Freight', 'todo', -30, 'medium', 'usr_1'),
  task('Water the plants', 'todo', 5, 'medium', 'usr_me'),
  task('Order the paper', 'in_progress', 28, 'medium', 'usr_1'),
  task('Evacuate the old office', 'todo', 300, 'urgent', 'usr_1'),
  task('Sweep the yard', 'todo', 340, 'low', 'usr_1'),
  task('Send the invoice to Quarry Travel', 'done', -60, 'medium', 'usr_1'),
  meeting('Demo for Slate Freight', -0.5, 1),
  meeting('Demo for Quarry Travel', 26, 1),
  meeting('Demo', 170, 1),
]

/** `key` is the title; of a row that is noise, its title and id. */
export type Titled = { key: string; title: string; row: SearchResult }

const titled = (one: SearchResult): Titled => ({
  key: one.id === one.title ? one.title : `${one.title} ${one.id}`,
  title: one.title,
  row: one,
})

/** The rows of the set, and as many others of the same kind. */
export const rankingTitles = (noise: number): Titled[] =>
  [
    ...lines(tasks).map((title) => row('task', title)),
    ...lines(records).map((title) => row('record', title)),
    // One every five hours.
    ...lines(meetings).map((title, place) => meeting(title, 5 * place + 1, 1)),
    ...said,
    ...seenRows(noise),
  ].map(titled)

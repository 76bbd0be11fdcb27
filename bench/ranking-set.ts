// What people type and what they mean by it, over titles as a workspace has them. `wanted` is any of the titles that the
// person would be glad of at the top. Written by hand; the rest of the titles is noise of the same kind.
import { type Use, unused } from '../shared/search/score.ts'

export type Kind =
  | 'prefix'
  | 'wordStart'
  | 'inside'
  | 'initials'
  | 'leftOut'
  | 'typo'
  | 'diacritics'
  | 'order'
  | 'spelling'
  | 'wholeWord'
  | 'phrase'
  | 'phone'
  | 'detail'
  | 'near'
  | 'state'
  | 'command'
  | 'use'

export type Labelled = { kind: Kind; query: string; wanted: readonly string[] }

const cases: Readonly<Record<Kind, readonly (readonly [string, ...string[]])[]>> = {
  prefix: [
    ['acme c', 'Acme Corporation'],
    ['glo', 'Globex'],
    ['call anna l', 'Call Anna Lindqvist about the renewal'],
    ['board', 'Board meeting'],
    ['prepare the b', 'Prepare the board deck for Q3'],
    ['spri', 'Sprint planning', 'Sprint retrospective'],
    ['dund', 'Dunder Mifflin Paper'],
    ['rotate', 'Rotate the API keys'],
    ['week', 'Weekly stand-up'],
    ['initech', 'Initech'],
    ['pilot', 'Pilot Hooli'],
    ['all h', 'All hands'],
  ],
  wordStart: [
    ['lindq', 'Anna Lindqvist'],
    ['retro', 'Sprint retrospective'],
    ['nda', 'Ask legal about the NDA with Stark Industries'],
    ['certif', 'Renew the wildcard certificate'],
    ['mifflin', 'Dunder Mifflin Paper'],
    ['stripe', 'Reconcile the Stripe payouts'],
    ['changelog', 'Publish the changelog'],
    ['board deck', 'Prepare the board deck for Q3'],
    ['traders', 'Northwind Traders'],
    ['q3', 'Prepare the board deck for Q3'],
    ['obrien', "Kevin O'Brien"],
    ['figma', 'Cancel the unused Figma seats'],
  ],
  inside: [
    ['mortem', 'Write a postmortem of the outage on Monday'],
    ['wind tr', 'Northwind Traders'],
    ['board', 'Board meeting'],
    ['duplic', 'Clean up duplicate contacts'],
    ['base', 'Migrate the billing database'],
  ],
  initials: [
    ['qbr', 'Quarterly business review with Acme'],
    ['msa', 'Review the Globex master service agreement'],
    ['cab', 'Customer advisory board'],
    ['ppc', 'Pied Piper Compression'],
    ['ooo', 'One on one with Priya'],
    ['drp', 'Test the disaster recovery plan'],
  ],
  leftOut: [
    ['qrtly', 'Quarterly business review with Acme'],
    ['acmlog', 'Acme Logistics'],
    ['sprplan', 'Sprint planning'],
    ['hirco', 'Hiring committee'],
    ['nwtr', 'Northwind Traders'],
    ['rdmap', 'Roadmap review'],
    ['fabrob', 'Fabrikam Robotics', 'Demo for Fabrikam Robotics'],
  ],
  typo: [
    ['lindqivst', 'Anna Lindqvist'],
    ['invioce template', 'Fix the invoice template for Umbrella'],
    ['reconsile', 'Reconcile the Stripe payouts'],
    ['vandelai', 'Vandelay Imports'],
    ['retrospectve', 'Sprint retrospective'],
    ['wane enterprises', 'Wayne Enterprises'],
    ['hooly', 'Hooli Cloud'],
    ['securty training', 'Security training'],
    ['postmorten', 'Write a postmortem of the outage on Monday'],
    ['acnme', 'Acme Corporation', 'Acme Logistics'],
    ['certifcate', 'Renew the wildcard certificate'],
    ['natarjan', 'Priya Natarajan', 'Interview Priya Natarajan'],
  ],
  diacritics: [
    ['soren', 'Søren Østergaard'],
    ['muller', 'Müller Maschinenbau'],
    ['francois lef', 'François Lefèvre'],
    ['wojcik', 'Katarzyna Wójcik'],
    ['alesund', 'Ålesund Shipping'],
    ['jose angel', 'José Ángel Muñoz'],
    ['krakow', 'Plan the offsite in Kraków'],
    ['zoe', 'Zoë Kravets'],
    ['nguyen', 'Nguyễn Văn Minh'],
    ['BJÖRN', 'Björn Ekström'],
  ],
  order: [
    ['corp acme', 'Acme Corporation'],
    ['review quarterly acme', 'Quarterly business review with Acme'],
    ['renewal anna', 'Call Anna Lindqvist about the renewal'],
    ['keys api', 'Rotate the API keys'],
    ['watson mary', 'Mary-Jane Watson'],
    ['emea exp', 'Expansion Globex EMEA'],
    ['zürich flights', 'Book flights to Zürich'],
    ['server stag', 'Set up the staging server'],
    ['lumen and petrov', 'Lumen & Petrov'],
  ],
  spelling: [
    ['mueller', 'Müller Maschinenbau', 'Bernd Müller'],
    ['mue', 'Müller Maschinenbau'],
    ['joerg', 'Jörg Weiß'],
    ['koehler', 'Köhler & Söhne'],
    ['soehne', 'Köhler & Söhne'],
    ['strassenbau', 'Straßenbau Nord'],
    ['weiss', 'Jörg Weiß'],
    ['käser', 'Kaeser Kompressoren'],
    ['oestergaard', 'Søren Østergaard', 'Follow up with Søren Østergaard'],
    ['aalesund', 'Ålesund Shipping'],
    ['nesboe', 'Jo Nesbø'],
    ['flights to zuerich', 'Book flights to Zürich'],
    ['jp morgan', 'J.P. Morgan Chase'],
    ['us steel', 'U.S. Steel'],
    ['wifi rep', 'Order a new Wi-Fi repeater'],
    ['wi-fi password', 'Print the wifi password for guests'],
    ['email to all', 'Write the E-Mail to all suppliers'],
    ['e-mail landlord', 'Answer the email of the landlord'],
    ['followup', 'Follow-up with the caterer'],
    ['cocacola', 'Coca-Cola Bottling'],
    ['tmobile', 'T-Mobile'],
    ['r&d', 'R & D budget for 2027'],
    ['สมชาย', 'บริษัทสมชายการค้าจำกัด'],
    ['กรุงเทพ', 'ธนาคารกรุงเทพ'],
    ['محمد علي', 'محمد على'],
    ['كيان', 'شرکت کیان'],
    ['電力', '東京電力'],
    ['blue', 'Blue Ocean Partners'],
    ['michael', 'Michael Bay'],
    ['wuerth', 'Oliver Hart'],
  ],
  wholeWord: [
    ['bob', 'Bob Ross'],
    ['jo', 'Jo Nesbø'],
    ['roche', 'Roche Diagnostics'],
    ['ross', 'Bob Ross'],
  ],
  phrase: [
    ['plan review', 'Book the room for the plan review with Wayne'],
    ['annual review', 'Plan the annual review of salaries'],
    ['board deck', 'Prepare the board deck for Q3'],
  ],
  phone: [
    ['+49407654321', 'Greta Lund'],
    ['22123456', 'Greta Lund'],
    ['020 7946 0018', 'Oliver Hart'],
    ['00442079460018', 'Oliver Hart'],
    ['(415) 555-0134', 'Slate Freight'],
  ],
  detail: [
    ['fjordfoods.example', 'Greta Lund'],
    ['anton.olsen@indigosolar.example', 'Anton Olsen'],
    ['indigosolar', 'Anton Olsen'],
    ['quarrytravel.example', 'Quarry Travel'],
    ['quarrytravel', 'Quarry Travel'],
    ['+49 30 1234567', 'Anton Olsen'],
    ['+49301234567', 'Anton Olsen'],
    ['030 123 45 67', 'Anton Olsen'],
    ['5550134', 'Slate Freight'],
    ['https://quarrytravel.example/contact', 'Quarry Travel'],
    ['head of research', 'Anton Olsen'],
    ['anton indigo', 'Anton Olsen'],
    ['CEO', 'Ana Silva'],
    ['customer', 'Quarry Travel', 'Customer advisory board'],
    ['prospect', 'Slate Freight'],
  ],
  near: [
    ['demo f', 'Demo for Slate Freight'],
    ['demo for', 'Demo for Slate Freight'],
    ['quarry demo', 'Demo for Quarry Travel'],
  ],
  state: [
    ['overdue', 'Chase the invoice of Slate Freight'],
    ['invoice overdue', 'Chase the invoice of Slate Freight'],
    ['überfällig', 'Chase the invoice of Slate Freight'],
    ['tasks today', 'Water the plants'],
    ['heute fällig', 'Water the plants'],
    ['my tasks', 'Water the plants'],
    ['mine', 'Water the plants'],
    ['meine Aufgaben', 'Water the plants'],
    ['tomorrow paper', 'Order the paper'],
    ['demo tomorrow', 'Demo for Quarry Travel'],
    ['Termine morgen', 'Design critique', 'Board meeting', 'Sprint planning'],
    ['in progress', 'Order the paper'],
    ['urgent', 'Evacuate the old office'],
    ['low priority', 'Sweep the yard'],
    ['done', 'Send the invoice to Quarry Travel'],
    ['erledigt', 'Send the invoice to Quarry Travel'],
    ['this week paper', 'Order the paper'],
  ],
  command: [
    ['set', 'Settings'],
    ['new', 'New task'],
    ['keyb', 'Keyboard shortcuts'],
    ['preferences', 'Settings'],
    ['outbox', 'Outbox'],
    ['daily', 'Daily brief'],
    ['sign o', 'Sign out'],
  ],
  use: [
    ['acme', 'Acme Logistics'],
    ['sprint', 'Sprint retrospective'],
    ['prepare', 'Prepare salary review for the sales team'],
    ['r', 'Roadmap review'],
    ['wa', 'Contract negotiation with Wayne Enterprises'],
    ['pri', 'Interview Priya Natarajan'],
    ['cont', 'Contoso Pharma'],
  ],
}

export const rankingSet: readonly Labelled[] = (Object.keys(cases) as Kind[]).flatMap((kind) =>
  cases[kind].map(([query, ...wanted]) => ({ kind, query, wanted })),
)

const day = 86_400_000

/** What the person of the `use` cases did: opened, chose for a text, or pinned. */
export const doneWith = (title: string, now: number): Use => {
  const opened = (...daysAgo: number[]): Use => ({
    ...unused,
    visits: daysAgo.map((days) => now - days * day),
  })
  const chosen = (typed: string, ...daysAgo: number[]): Use => ({
    ...opened(...daysAgo),
    choices: daysAgo.map((days) => ({ typed, at: now - days * day })),
  })
  switch (title) {
    case 'Acme Logistics':
      return opened(20, 9, 2, 1)
    case 'Acme Corporation':
      return opened(200, 190)
    case 'Sprint retrospective':
      return opened(14, 7)
    case 'Prepare salary review for the sales team':
      return opened(3, 2, 1)
    case 'Contract negotiation with Wayne Enterprises':
      return chosen('wayne', 6, 3)
    case 'Interview Priya Natarajan':
      return chosen('pri', 5, 1)
    case 'Roadmap review':
      return { ...opened(1), pinned: true }
    case 'Contoso Pharma':
      return opened(4, 2)
    default:
      return unused
  }
}

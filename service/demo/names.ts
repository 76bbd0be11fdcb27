// Parts of the names of demo companies, people and places. All are invented.
import type { Random } from './random.ts'

function list(text: string, separator: RegExp | string = /\s+/): [string, ...string[]] {
  const [first = '', ...rest] = text.trim().split(separator)
  return [first.trim(), ...rest.map((word) => word.trim())]
}

const firstNames = list(`
  Amara Anton Beatriz Björn Carmen Chidi Chloé Dana Dmitri Elif Emeka Esther Farid Freya Gabriel
  Giulia Hanna Hiroshi Ines Ivan Jamal Jana Jonas Kaito Katarzyna Kofi Lara Leif Lucía Magnus Mei
  Milan Nadia Nikolai Nora Oskar Paula Priya Rafael Renée Rohan Sanna Sofia Søren Tariq Tomás Uma Vera
  Wei Xavier Yara Yusuf Zeynep Zoltan`)

const lastNames = list(`
  Abara Acosta Adler Almeida Andersson Aydın Bakker Banerjee Becker Bianchi Brandt Castillo Chen Costa
  Dubois Eriksen Fekete Ferrari Fischer García Haddad Hansen Horvat Ibrahim Ishikawa Jansen Kaya
  Keller Kovács Kowalski Lind Lopez Marchetti Meyer Moreau Müller Nakamura Novák Okafor Olsen Park
  Petrov Quist Rossi Santos Schmidt Sharma Silva Suzuki Tanaka Varga Weber Yılmaz Zhang`)

const companyStarts = list(`
  Alder Amber Anchor Apex Arbor Aster Atlas Aurora Basalt Beacon Birch Bluewater Bramble Bright Canyon
  Cedar Cinder Clear Cobalt Copper Coral Crescent Delta Drift Ember Evergreen Falcon Fern Field Flint
  Foxglove Granite Harbor Hazel Heron Highland Hollow Indigo Iron Juniper Kestrel Lantern Larch Lumen
  Maple Meadow Meridian Mistral Nimbus North Oak Onyx Orchard Osprey Pebble Pine Prairie Quarry Quill
  Raven Ridge River Saffron Sable Sierra Silver Slate Sparrow Summit Tidal Timber Umber Vale Velvet
  Vesper Violet Willow Winter Zephyr`)

const companyEnds = list(`
  Analytics Automation Bakeries Biotech Capital Chemicals Cloud Components Consulting Dairy Design
  Diagnostics Dynamics Energy Engineering Foods Freight Furniture Games Health Hotels Instruments
  Insurance Labs Logistics Marine Materials Media Mobility Motors Networks Optics Outdoors Packaging
  Partners Pharma Press Properties Robotics Security Semiconductors Software Solar Studios Systems
  Textiles Travel Ventures Works`)

const cities = list(
  `
  Lisbon PT; Rotterdam NL; Gdańsk PL; Zürich CH; Lyon FR; Hamburg DE; Göteborg SE; Porto PT;
  Bristol GB; Osaka JP; Austin US; Toronto CA; Nairobi KE; Valparaíso CL; Pune IN; Auckland NZ`,
  ';',
)

const jobTitles = list(
  `
  Account executive; Buyer; Chief financial officer; Chief technology officer;
  Customer success lead; Data engineer; Design director; Founder; General counsel;
  Head of operations; IT manager; Marketing manager; Office manager; Plant manager;
  Procurement lead; Product manager; Research lead; Sales director; Supply chain analyst;
  Vice president, partnerships`,
  ';',
)

/** Letters of a name that an address can hold. */
export const asciiWord = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll('ø', 'o')
    .replaceAll('ı', 'i')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase()

/** Companies and people that README, the hints and the first rows of the palette name. */
export const guideCompanies = ['Acme', 'Quarry Travel'] as const
export const guidePeople = [
  { full: 'Nora Lind', address: 'nora.lind', company: 'Acme' },
  { full: 'Anton Olsen', address: 'anton.olsen', company: 'Quarry Travel' },
] as const
export const guideColleagues = [
  { name: 'Grace Nakamura', email: 'grace@example.com' },
  { name: 'Mira Solano', email: 'mira@example.com' },
  { name: 'Noah Berg', email: 'noah@example.com' },
] as const
export const personName = (random: Random) => {
  const first = random.pick(firstNames)
  const last = random.pick(lastNames)
  return { full: `${first} ${last}`, address: `${asciiWord(first)}.${asciiWord(last)}` }
}

export const companyName = (random: Random): string => {
  const start = random.pick(companyStarts)
  const joined = random.chance(15) ? ` & ${random.pick(lastNames)}` : ''
  return `${start}${joined} ${random.pick(companyEnds)}`
}

/** A company that `#quarry` cannot mean. */
export const otherCompanyName = (random: Random): string => {
  const name = companyName(random)
  return name.startsWith('Quarry') ? otherCompanyName(random) : name
}

export function place(random: Random): { city: string; country: string } {
  const [city = '', country = ''] = random.pick(cities).split(' ')
  return { city, country }
}

export const jobTitle = (random: Random): string => random.pick(jobTitles)

/** A telephone number of a block that is kept for fiction. */
export const phoneNumber = (random: Random): string =>
  `+1 555 01${random.whole(10, 99)} ${random.whole(100, 999)}`

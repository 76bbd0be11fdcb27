// Contacts as address books and CRMs export them: invented people in the shapes of those programs (IMP-01, IMP-05).
import { describe, expect, test } from 'vitest'
import { faultsOf, linesOf, looked, starterTarget } from '../../imports-testing.ts'

type Case = [name: string, file: string, format: string, sample: object[], faults?: string[]]

const google = [
  'Last Name,First Name,Middle Name,Organization Name,Organization Title,Notes,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value',
  'Ode,Bram,van,Kiosk; East,"Cook, night","Two',
  'lines",* myContacts,Home,bram@home.test,* Work,bram@kiosk.test ::: b@kiosk.test,Mobile,+31 6 555 0101 ::: 020 555 0102',
  ',,,Ferry Office,,,,,,,,Main,020 555 0103',
  'Ham,Ruth,,,,,,,ruth@@ham,,ruth@ham.test,,',
]

const cases: Case[] = [
  [
    'Google: columns in another order, the star chooses, the first of several values',
    linesOf(...google),
    'google-contacts',
    [
      {
        line: 2,
        name: 'Bram van Ode',
        email: 'bram@kiosk.test',
        phone: '+31 6 555 0101',
        job_title: 'Cook, night',
        company: 'Kiosk; East',
        notes: 'Two\nlines',
      },
      { line: 4, object: 'companies', name: 'Ferry Office', phone: '020 555 0103' },
      { line: 5, name: 'Ruth Ham', email: 'ruth@ham.test' },
    ],
    ['5 E-mail 1 - Value: ruth@@ham'],
  ],
  [
    'Google until 2024: Name beside its parts, numbered organizations',
    linesOf(
      'Name,Given Name,Family Name,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Organization 1 - Name,Organization 1 - Title',
      'Dr. Ida Roe,Ida,Roe,* myContacts,* ,ida@roe.test,Roe Ltd,Founder',
    ),
    'google-contacts',
    [{ line: 2, name: 'Dr. Ida Roe', email: 'ida@roe.test', job_title: 'Founder', company: 'Roe Ltd' }],
  ],
  [
    'Outlook: titles of persons are not jobs, faxes are not telephones, Exchange addresses are listed',
    linesOf(
      '"Title","First Name","Last Name","Company","Job Title","Business Fax","Assistant\'s Phone","Business Phone","Mobile Phone","E-mail Address","E-mail Type","E-mail 2 Address","E-mail 2 Type"',
      '"Dr.","Ole","Dahl","Quay","Pilot","040 1","040 2","040 555 01","0170 555","/o=Ex/cn=odahl","EX","ole@dahl.test","SMTP"',
      '"","","","","","","","","","","","",""',
      '"","","","","","","","040 555 02","","","","",""',
    ),
    'outlook',
    [
      {
        line: 2,
        name: 'Ole Dahl',
        email: 'ole@dahl.test',
        phone: '040 555 01',
        job_title: 'Pilot',
        company: 'Quay',
      },
    ],
    ['2 E-mail Address: /o=Ex/cn=odahl', '4 : '],
  ],
  [
    'Outlook in German',
    linesOf(
      '"Anrede","Vorname","Weitere Vornamen","Nachname","Firma","Position","Fax geschäftlich","Telefon geschäftlich","Mobiltelefon","E-Mail-Adresse","E-Mail-Typ","Notizen"',
      '"Frau","Ute","","Kamp","Kamp GmbH","Leiterin","040 9","","0170 555 0105","ute@kamp.test","SMTP","Ruft zurück"',
    ),
    'outlook',
    [
      {
        line: 2,
        name: 'Ute Kamp',
        email: 'ute@kamp.test',
        phone: '0170 555 0105',
        job_title: 'Leiterin',
        company: 'Kamp GmbH',
        notes: 'Ruft zurück',
      },
    ],
  ],
  [
    'HubSpot: the first of several companies, a contact without a name is stored under its address',
    linesOf(
      '"Record ID","First Name","Last Name","Email","Phone Number","Job Title","Contact owner","Associated Company","Associated Company IDs"',
      '"1","Ana","Reis","ana@reis.test;ana@other.test","030/555 01","CEO","Somebody","Reis SA;Other SA","77;78"',
      '"2","","","list@reader.test","","","","",""',
      '"3","","","","","","","",""',
    ),
    'hubspot-contacts',
    [
      {
        line: 2,
        name: 'Ana Reis',
        email: 'ana@reis.test',
        phone: '030/555 01',
        job_title: 'CEO',
        company: 'Reis SA',
      },
      { line: 3, name: 'list@reader.test', email: 'list@reader.test' },
    ],
    ['4 : '],
  ],
  [
    'HubSpot: the primary company before the others',
    linesOf(
      '"Record ID","First Name","Email","Associated Company","Associated Company (Primary)"',
      '"1","Lea","lea@sund.test","Alt AB;Sund AB","Sund AB"',
      '"2","Per","","Holm AB",""',
    ),
    'hubspot-contacts',
    [
      { line: 2, name: 'Lea', email: 'lea@sund.test', company: 'Sund AB' },
      { line: 3, name: 'Per', company: 'Holm AB' },
    ],
  ],
  [
    'Thunderbird in German',
    linesOf(
      'Vorname,Nachname,Anzeigename,Primäre E-Mail-Adresse,Sekundäre E-Mail-Adresse,Tel. dienstlich,Fax-Nummer,Organisation',
      'Uwe,Nord,Uwe Nord,uwe@nord.test,,0431 555,1,Nord AG',
      ',,Tea,,tea@nord.test,,,',
    ),
    'csv',
    [
      { line: 2, name: 'Uwe Nord', email: 'uwe@nord.test', phone: '0431 555', company: 'Nord AG' },
      { line: 3, name: 'Tea', email: 'tea@nord.test' },
    ],
  ],
  [
    'Notion: names of companies without the addresses of their pages',
    linesOf(
      'Name,Company',
      'Ben,Möwe (https://www.notion.so/M-we-0123456789abcdef?pvs=21)',
      'Cleo,Nord (Süd) AG (Nord%20AG%200123456789abcdef.md)',
    ),
    'csv',
    [
      { line: 2, name: 'Ben', company: 'Möwe' },
      { line: 3, name: 'Cleo', company: 'Nord (Süd) AG' },
    ],
  ],
  [
    'several addresses that blanks or slashes separate, and the kind of a number',
    linesOf(
      'Name;E-Mail;Telefon',
      'Ada;ada@x.test / a@x.test;040 / 555 01',
      'Bo;bo@x.test b@x.test;0171/123 - 45 (privat)',
      'Cy;cy lee@x.test;',
    ),
    'csv',
    [
      { line: 2, name: 'Ada', email: 'ada@x.test', phone: '040 / 555 01' },
      { line: 3, name: 'Bo', email: 'bo@x.test', phone: '0171/123 - 45' },
      { line: 4, name: 'Cy' },
    ],
    ['4 E-Mail: cy lee@x.test'],
  ],
  [
    'HubSpot companies: domains without scheme and www, a company needs a name',
    linesOf(
      '"Company name","Record ID","Company Domain Name","Phone Number","Description","Industry"',
      '"Lumen AB","9","https://www.Lumen.test/about","+46 8 555","Lamps","RETAIL"',
      '"","10","nobody.test","","",""',
    ),
    'hubspot-companies',
    [{ line: 2, name: 'Lumen AB', domain: 'https://lumen.test', phone: '+46 8 555', notes: 'Lamps' }],
    ['3 Company name: '],
  ],
  [
    'Pipedrive: semicolons, addresses by comma, a company with a semicolon',
    linesOf(
      'Person - ID;Person - Name;Person - Organization;Person - Email - Work;Person - Email - Home;Person - Phone - Mobile',
      '1;Moe, Kay;"Moe; Partner";kay@moe.test, k@moe.test;;0170-555 01',
      '2;;Moe Ltd;;desk@moe.test;',
    ),
    'pipedrive-people',
    [
      { line: 2, name: 'Moe, Kay', email: 'kay@moe.test', phone: '0170-555 01', company: 'Moe; Partner' },
      { line: 3, name: 'desk@moe.test', email: 'desk@moe.test', company: 'Moe Ltd' },
    ],
  ],
  [
    "Pipedrive's import sample writes its columns otherwise",
    linesOf('Person - Name*,Person - Email (Work),Person - Phone (Mobile)', 'Li Na,li@na.test,555 0107'),
    'pipedrive-people',
    [{ line: 2, name: 'Li Na', email: 'li@na.test', phone: '555 0107' }],
  ],
  [
    'Pipedrive in German',
    linesOf(
      'Person - Name;Person - Organisation;Person - E-Mail-Adresse - Arbeit;Person - Telefon - Mobil',
      'Jo Rahn;Rahn KG;jo@rahn.test;0170 555 09',
    ),
    'pipedrive-people',
    [{ line: 2, name: 'Jo Rahn', email: 'jo@rahn.test', phone: '0170 555 09', company: 'Rahn KG' }],
  ],
  [
    'Pipedrive in German: columns of organizations beside those of people',
    linesOf(
      'Organisation - Name,Person - Vorname,Person - Nachname,Person - Telefon - Sonstiger,Person - E-Mail-Adresse - Sonstiger,Organisation - Website,Organisation - E-Mail',
      'Roe KG,Ida,Roe,040 555,ida@roe.test,roe.test,info@roe.test',
      ',Bo,Ax,,,,bo@else.test',
    ),
    'pipedrive-people',
    [
      { line: 2, name: 'Ida Roe', email: 'ida@roe.test', phone: '040 555', company: 'Roe KG' },
      { line: 3, name: 'Bo Ax' },
    ],
  ],
  [
    'Salesforce: its Title is a job, text under the rows is left out, #N/A is nothing',
    linesOf(
      '"Last Name","First Name","Title","Account Name","Email","Phone","Mailing City","Description"',
      '"Ray","Kit","Buyer","Ray Inc","kit@ray.test","#N/A","Oakport","One\r\nTwo"',
      '',
      '"Contacts of the house"',
      '"Copyright (c) 2000-2030 salesforce.com, inc."',
    ),
    'salesforce-report',
    [
      {
        line: 2,
        name: 'Kit Ray',
        email: 'kit@ray.test',
        job_title: 'Buyer',
        company: 'Ray Inc',
        notes: 'One\nTwo',
      },
    ],
  ],
  [
    'Salesforce in German, with a footer in padded cells',
    linesOf(
      '"Anrede","Vorname","Nachname","Titel","Accountname","E-Mail","Kontakt-ID"',
      '"Frau","Eva","Maus","Leiterin","Maus AG","eva@maus.test","003"',
      '"","","Ray","","","",""',
      '"Copyright (c) 2000-2030 salesforce.com, inc.","","","","","",""',
    ),
    'salesforce-report',
    [
      { line: 2, name: 'Eva Maus', email: 'eva@maus.test', job_title: 'Leiterin', company: 'Maus AG' },
      { line: 3, name: 'Ray' },
    ],
  ],
  [
    'text above the header, as LinkedIn writes it',
    linesOf(
      'Notes:',
      '"When exporting, some addresses may be missing, see the help."',
      '',
      'First Name,Last Name,URL,Email Address,Company,Position',
      'Eva,Maus,https://in.test/eva,eva@maus.test,Maus AG,CEO',
    ),
    'csv',
    [{ line: 5, name: 'Eva Maus', email: 'eva@maus.test', job_title: 'CEO', company: 'Maus AG' }],
  ],
  [
    'a table of companies with addresses',
    linesOf('Firma;Ort;Telefon;E-Mail;Webseite', 'Maus AG;Hamburg;040/555;info@maus.test;www.maus.test'),
    'csv',
    [{ line: 2, name: 'Maus AG', domain: 'https://maus.test', phone: '040/555' }],
  ],
  [
    'people with a status, which are not tasks',
    linesOf('Name,Phone,Status', 'Eva,tel:+49-40-555,new', "Bo,'+49 40 556,old", 'Cy,call me,'),
    'csv',
    [
      { line: 2, name: 'Eva', phone: '+49-40-555' },
      { line: 3, name: 'Bo', phone: '+49 40 556' },
      { line: 4, name: 'Cy' },
    ],
    ['4 Phone: call me'],
  ],
  [
    'a table that a person made in German, with a last name called Name',
    linesOf('Firma\tVorname\tName\tE-Mail\tTelefon', 'Holm\tGreta\tRiis\tgreta@riis.test\t0431 555'),
    'csv',
    [{ line: 2, name: 'Greta Riis', email: 'greta@riis.test', phone: '0431 555', company: 'Holm' }],
  ],
]

describe('contacts', () => {
  test.each(cases)('IMP-05 %s', (_name, file, format, sample, faults = []) => {
    const look = looked(file)
    expect(look.format).toBe(format)
    expect(look.sample).toEqual(sample)
    expect(faultsOf(look)).toEqual(faults)
    expect(look.leftOut).toBe(look.rows - sample.length)
  })
})

test('IMP-01 looking says which columns fill a field, and which fill none', () => {
  const { mapping, ignored, delimiter, rows } = looked(linesOf(...google))
  expect({ delimiter, rows }).toEqual({ delimiter: ',', rows: 3 })
  expect(mapping).toContainEqual({ columns: ['Last Name', 'First Name', 'Middle Name'], field: 'name' })
  expect(mapping).toContainEqual({ columns: ['E-mail 1 - Value', 'E-mail 2 - Value'], field: 'email' })
  expect(ignored).toEqual(['Labels', 'E-mail 1 - Label', 'E-mail 2 - Label', 'Phone 1 - Label'])
})

test('IMP-03 choices, numbers and dates of other fields are read as their columns write them', () => {
  const [people, companies] = starterTarget.objects
  if (!people || !companies) throw new Error('There are no starter objects.')
  const blank = { required: false, primary: false, readOnly: false, proOnly: false, inPreview: false }
  const own = (
    slug: string,
    kind: 'select' | 'currency' | 'date' | 'checkbox' | 'user_reference',
    options: object | null = null,
  ) => ({
    ...blank,
    retired: false,
    id: `fld_${slug}`,
    objectId: companies.type.id,
    slug,
    name: slug,
    kind,
    position: 9,
    options,
  })
  const choices = [{ id: 'consumer', name: 'Consumer Goods', color: '#000000' }]
  const fields = [
    ...companies.fields,
    own('industry', 'select', { choices }),
    own('revenue', 'currency', { currencyCode: 'EUR' }),
    own('founded', 'date'),
    own('active', 'checkbox'),
    own('owner', 'user_reference'),
  ]
  const target = { ...starterTarget, objects: [people, { ...companies, fields }] }
  const file = linesOf(
    'Company name;Industry;Revenue;Founded;Active;Owner',
    'Abel;CONSUMER_GOODS;1.234.500,50 €;31/12/1999;ja;Mira Brandt',
    'Bo;consumer goods;900;3/4/2001;no;noah@harbour.test',
    'Cy;Space;1,5;0/0/00;perhaps;nobody',
  )
  const look = looked(file, { target, object: 'companies' })
  expect(look.sample).toEqual([
    {
      line: 2,
      name: 'Abel',
      industry: 'Consumer Goods',
      revenue: 1_234_500.5,
      founded: '1999-12-31',
      active: true,
      owner: 'Mira Brandt',
    },
    {
      line: 3,
      name: 'Bo',
      industry: 'Consumer Goods',
      revenue: 900,
      founded: '2001-04-03',
      active: false,
      owner: 'Noah Berg',
    },
    { line: 4, name: 'Cy', revenue: 1.5 },
  ])
  expect(faultsOf(look)).toEqual(['4 Industry: Space', '4 Active: perhaps', '4 Owner: nobody'])
})

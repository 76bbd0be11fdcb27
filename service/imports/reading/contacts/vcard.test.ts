import { expect, test } from 'vitest'
import { faultsOf, linesOf, looked } from '../../imports-testing.ts'

const card = (...lines: readonly string[]): string => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n')

test('IMP-05 cards of three versions: groups, preference, folds, telephone addresses, companies, groups of people', () => {
  const file = [
    card(
      'VERSION:3.0',
      'N:Voss;Ida;;;',
      'FN:Ida Voss',
      'ORG:Voss\\; Druck;',
      'item1.EMAIL;type=INTERNET:ida@home.test',
      'item1.X-ABLabel:_$!<Home>!$_',
      'item2.EMAIL;type=INTERNET;type=pref:ida@voss.test',
      'TEL;type=FAX:+49 1',
      'TEL;type=CELL:+49 171 555 01',
      'PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQ',
      ' SkZJRgAB',
      'NOTE:One\\, two\\; thr',
      ' ee\\nfour',
    ),
    card(
      'VERSION:4.0',
      'N:Ade;Ruth;;;',
      'EMAIL;PREF=2:r@home.test',
      'EMAIL;PREF=1:r@ade.test',
      'TEL;VALUE=uri:tel:+234-1-555',
    ),
    card(
      'VERSION:2.1',
      'N:Lo;Jo',
      'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=B6 Lo',
      'TEL;X-OWN;FAX:1234',
      'TEL;WORK:040 555',
      'TEL;CELL;PREF;X-OWN:0170 555 02',
    ),
    card('VERSION:3.0', 'N:;;;;', 'FN:Werk Ost', 'ORG:Werk Ost;', 'TEL:0421 555', 'X-ABShowAs:COMPANY'),
    card('VERSION:4.0', 'KIND:group', 'FN:Regulars'),
    card('VERSION:3.0', 'FN:Joe Bo', 'EMAIL:joe at bo', 'no property'),
  ].join('')
  const look = looked(file)
  expect(look).toMatchObject({ format: 'vcard', encoding: 'utf-8', delimiter: null, rows: 6, leftOut: 1 })
  expect(look.sample).toEqual([
    {
      line: 1,
      name: 'Ida Voss',
      email: 'ida@voss.test',
      phone: '+49 171 555 01',
      company: 'Voss; Druck',
      notes: 'One, two; three\nfour',
    },
    { line: 16, name: 'Ruth Ade', email: 'r@ade.test', phone: '+234-1-555' },
    { line: 23, name: 'Jö Lo', phone: '0170 555 02' },
    { line: 31, object: 'companies', name: 'Werk Ost', phone: '0421 555' },
    { line: 44, name: 'Joe Bo' },
  ])
  expect(faultsOf(look)).toEqual(['39 KIND: Regulars', '44 no property: no property', '44 EMAIL: joe at bo'])
})

test('IMP-05 a card of Thunderbird: small letters, encodings without their name, soft ends of lines', () => {
  const file = linesOf(
    'begin:vcard',
    'fn;quoted-printable:J=C3=B6rg =',
    '=C3=96l',
    'org;quoted-printable:=C3=96l GmbH',
    'email;internet:jo@oel.test',
    'tel;work:0431 555',
    'version:2.1',
    'end:vcard',
  )
  expect(looked(file).sample).toEqual([
    { line: 1, name: 'Jörg Öl', email: 'jo@oel.test', phone: '0431 555', company: 'Öl GmbH' },
  ])
})

test('IMP-05 a fold inside of a letter, and a file that is cut off', () => {
  const whole = Buffer.from(linesOf('BEGIN:VCARD', 'VERSION:3.0', 'FN:Zoë Ünal', 'TEL:555 01'))
  const at = whole.indexOf('ë') + 1
  const folded = Buffer.concat([whole.subarray(0, at), Buffer.from('\r\n '), whole.subarray(at)])
  const look = looked(folded)
  expect(look.encoding).toBe('utf-8')
  expect(look.sample).toEqual([{ line: 1, name: 'Zoë Ünal', phone: '555 01' }])
})

test('IMP-05 what is not read of a card is named, pictures too', () => {
  const look = looked(
    card(
      'VERSION:3.0',
      'FN:Ida Voss',
      'BDAY:1990-01-02',
      'item1.photo;ENCODING=b;TYPE=JPEG:/9j/4AAQ',
      ' SkZJ',
    ),
  )
  expect(look).toMatchObject({ ignored: ['BDAY', 'PHOTO'], faults: [], sample: [{ name: 'Ida Voss' }] })
})

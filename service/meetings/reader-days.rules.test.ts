import { expect, test } from 'vitest'
import { preferredZone } from './reader-days.rules.ts'

test.each([
  ['timezone="America/New_York"', 'America/New_York'],
  ['timezone=Europe/Berlin', 'Europe/Berlin'],
  ['respond-async, TimeZone = "pacific/auckland" ; x=1', 'Pacific/Auckland'],
  ['timezone="Mars/Olympus"', null],
  ['timezone=', null],
  ['timezone', null],
  ['mytimezone=UTC', null],
  ['return=minimal', null],
  ['', null],
  [undefined, null],
])('LCH-08 the zone that `Prefer: %s` asks for is %s', (header, zone) => {
  expect(preferredZone(header)).toBe(zone)
})

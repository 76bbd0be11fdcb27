import { afterEach, expect, test } from 'vitest'
import { rereadZone } from './time-zone.ts'
import { travelTo } from './time-zone.fake.ts'

const machineZone = process.env['TZ']
afterEach(() => {
  if (machineZone === undefined) delete process.env['TZ']
  else process.env['TZ'] = machineZone
})

const hoursAhead = (): number => -new Date('2026-11-20T12:00:00Z').getTimezoneOffset() / 60

test('APP-04 a machine that travels keeps its zone in this process until it is read again', async () => {
  process.env['TZ'] = 'Europe/Berlin'
  expect(hoursAhead()).toBe(1)
  await travelTo('Pacific/Auckland')
  expect(hoursAhead()).toBe(1)
  rereadZone(process.env)
  expect(hoursAhead()).toBe(13)
})

test('APP-04 the zone that was chosen for this process stays, and none is chosen by reading it', () => {
  process.env['TZ'] = 'Asia/Tokyo'
  rereadZone(process.env)
  expect([process.env['TZ'], hoursAhead()]).toEqual(['Asia/Tokyo', 9])
  delete process.env['TZ']
  rereadZone(process.env)
  expect(process.env['TZ']).toBeUndefined()
})

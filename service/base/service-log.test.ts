import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLogStream } from './service-log.ts'

test('GEN-10 a log drops lines while its reader stalls, and says how many afterwards', async () => {
  const read: string[] = []
  let goOn = () => {}
  const stream = new Writable({
    decodeStrings: false,
    write(line: string, _encoding, done) {
      read.push(line)
      goOn = done
    },
  })
  const log = createLogStream(stream, (lines) => log.write(`dropped ${lines}`))
  const line = 'x'.repeat(100_000)
  for (let written = 0; written < 100; written += 1) log.write(line)
  await expect
    .poll(() => {
      goOn()
      return read.at(-1)
    })
    .toMatch(/^dropped/)
  const kept = read.length - 1
  expect(read.at(-1)).toBe(`dropped ${100 - kept}`)
  expect(kept * line.length).toBeLessThan(2_000_000)
  goOn()
  log.write('next')
  expect(read.at(-1)).toBe('next')
})

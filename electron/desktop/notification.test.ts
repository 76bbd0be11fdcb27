import { EventEmitter } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createAnnounce } from './notification.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const start = () => {
  const shown: WeakRef<EventEmitter>[] = []
  class FakeNotification extends EventEmitter {
    static isSupported = (): boolean => true
    constructor(_words: object) {
      super()
    }
    show(): void {
      shown.push(new WeakRef(this))
    }
  }
  let clicks = 0
  const announce = createAnnounce(FakeNotification)
  announce({ title: 'Not saved', body: 'Call Grace' }, () => (clicks += 1))
  /** The notification, if it is still in memory a turn of the event loop later. */
  const seen = async (): Promise<EventEmitter | undefined> => {
    await setTimeout(0)
    collectGarbage()
    return shown[0]?.deref()
  }
  // Kept as the program keeps it.
  return { seen, clicks: () => clicks, announce }
}

test('APP-04 a click on a notification counts, however long it was shown', async () => {
  const started = start()
  ;(await started.seen())?.emit('click')
  expect(started.clicks()).toBe(1)
})

test.each(['click', 'close', 'failed'])('APP-04 a notification is let go after %s', async (event) => {
  const started = start()
  ;(await started.seen())?.emit(event)
  expect(await started.seen()).toBeUndefined()
})

test('APP-04 a desktop without notifications is left in peace', () => {
  let made = 0
  class Unsupported extends EventEmitter {
    static isSupported = (): boolean => false
    constructor(_words: object) {
      super()
      made += 1
    }
    show(): void {}
  }
  createAnnounce(Unsupported)({ title: 'Not saved', body: 'Call Grace' }, () => undefined)
  expect(made).toBe(0)
})

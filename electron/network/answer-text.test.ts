import { expect, test } from 'vitest'
import { answerText, mostAnswerBytes } from './answer-text.ts'

test('APP-10 an answer is read whole, letters that are cut between two parts too', async () => {
  const [first, last] = [new Uint8Array([0x22, 0xc3]), new Uint8Array([0xbc, 0x22])]
  const body = new ReadableStream({
    start: (parts) => {
      parts.enqueue(first)
      parts.enqueue(last)
      parts.close()
    },
  })
  expect(await answerText(new Response(body))).toBe('"ü"')
  expect(await answerText(new Response(null, { status: 204 }))).toBe('')
})

test('APP-10 of an answer without end no more is read than an answer may have', async () => {
  let sent = 0
  let isEnded = false
  const body = new ReadableStream({
    pull: (parts) => {
      sent += 1 << 20
      parts.enqueue(new Uint8Array(1 << 20))
    },
    cancel: () => {
      isEnded = true
    },
  })
  expect(await answerText(new Response(body))).toBeNull()
  expect([isEnded, sent <= mostAnswerBytes + (2 << 20)]).toEqual([true, true])
})

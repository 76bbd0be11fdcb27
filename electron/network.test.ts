import { describe, expect, test } from 'vitest'
import { answerText, classifyFailure, createFetch, mostAnswerBytes } from './network.ts'

/** Sessions that record their calls. `answer` completes the oldest running request. */
const recorded = () => {
  const happened: string[] = []
  const underWay: PromiseWithResolvers<Response>[] = []
  const fetch = createFetch({
    read: (_input, init) => {
      happened.push(`shared ${init.method ?? 'GET'}`)
      return Promise.resolve(new Response('read'))
    },
    openConnections: (count) => ({
      closeAllConnections: () => {
        happened.push(`${count} closed`)
        return Promise.resolve()
      },
      fetch: (_input, init) => {
        happened.push(`${count} ${init.method}`)
        const answer = Promise.withResolvers<Response>()
        underWay.push(answer)
        return answer.promise
      },
    }),
  })
  const send = (method: string) => {
    const answered = fetch('http://service.test/', { method })
    return new Promise<{ answered: Promise<Response> }>((resolve) => setImmediate(resolve, { answered }))
  }
  return { happened, send, underWay }
}

describe('APP-12', () => {
  test.each(['POST', 'PATCH', 'PUT', 'DELETE'])(
    'a %s goes out on connections of its own, which are fresh',
    async (method) => {
      const { happened, send, underWay } = recorded()
      const { answered } = await send(method)
      underWay[0]?.resolve(new Response('{"data":1}', { status: 201, headers: { etag: '"a"' } }))
      const answer = await answered
      expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([
        201,
        '"a"',
        '{"data":1}',
      ])
      expect(happened).toEqual(['1 closed', `1 ${method}`])
    },
  )

  test.each(['GET', 'HEAD'])('a %s shares the connections that are kept alive', async (method) => {
    const { happened, send } = recorded()
    await (
      await send(method)
    ).answered
    expect(happened).toEqual([`shared ${method}`])
  })

  test('concurrent writes do not interrupt each other, and free connections are reused', async () => {
    const { happened, send, underWay } = recorded()
    const first = await send('POST')
    const second = await send('PATCH')
    underWay[0]?.resolve(new Response(null, { status: 204 }))
    await first.answered
    await send('DELETE')
    underWay[1]?.reject(new TypeError('net::ERR_EMPTY_RESPONSE'))
    await expect(second.answered).rejects.toThrow('ERR_EMPTY_RESPONSE')
    await send('PUT')
    expect(happened).toEqual([
      '1 closed',
      '1 POST',
      '2 closed',
      '2 PATCH',
      '1 closed',
      '1 DELETE',
      '2 closed',
      '2 PUT',
    ])
  })

  test('the connection of a write is not reused before its response is read completely', async () => {
    const { happened, send, underWay } = recorded()
    const body = new TransformStream<Uint8Array, Uint8Array>()
    const { answered } = await send('POST')
    underWay[0]?.resolve(new Response(body.readable))
    await send('POST')
    expect(happened.at(-1)).toBe('2 POST')
    const writer = body.writable.getWriter()
    await writer.write(new TextEncoder().encode('{}'))
    await writer.close()
    expect(await (await answered).text()).toBe('{}')
    await send('POST')
    expect(happened.at(-1)).toBe('1 POST')
  })
})

test('APP-10 a response is read completely, including characters split between chunks', async () => {
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

test('APP-10 an endless response is read up to the limit only', async () => {
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

test.each([
  ['net::ERR_CONNECTION_REFUSED', 'notSent'],
  ['net::ERR_NAME_NOT_RESOLVED', 'notSent'],
  ['net::ERR_CERT_AUTHORITY_INVALID', 'notSent'],
  ['net::ERR_SSL_VERSION_OR_CIPHER_MISMATCH', 'notSent'],
  ['net::ERR_SSL_PROTOCOL_ERROR', 'cut'],
  ['net::ERR_SSL_BAD_RECORD_MAC_ALERT', 'cut'],
  ['net::ERR_CONNECTION_RESET', 'cut'],
  ['net::ERR_EMPTY_RESPONSE', 'cut'],
  ['net::ERR_NETWORK_CHANGED', 'cut'],
])('APP-07 after %s a write is %s', (message, expected) => {
  expect(classifyFailure(new Error(message))).toBe(expected)
})

// Writes of comments through the real outbox and client, with a service in memory (NOT-03).
import { describe, expect, test } from 'vitest'
import type { CommentText } from '../../../shared/ipc/launcher.ts'
import { createWorld, type World } from './writes-model.fake.ts'

const on = { kind: 'task' as const, id: 't9', title: 'Call Acme' }
const grace = { id: 'usr_grace', name: 'Grace' }
const text = (content: string, ...mentions: CommentText['mentions']): CommentText => ({ content, mentions })
const minute = 60_000

const start = async (...written: string[]) => {
  const world = createWorld()
  const { comments, gone, strangers } = world.service.talk
  const stored = () => [...comments.values()].map(({ content }) => content)
  const told = () =>
    world.list().map(({ kind, state, isUndo }) => `${kind} ${state}${isUndo ? ', undone' : ''}`)
  const write = async (content: string, ...mentions: CommentText['mentions']) => {
    const reply = await world.outbox().submitComment(on, text(content, ...mentions))
    await world.settle()
    if (!reply.ok) throw new Error(reply.error.message)
    return reply.value
  }
  const change = async (to: CommentText, id = 'c1', before = text('First')) => {
    const reply = await world.outbox().updateComment(on, id, to, before)
    await world.settle()
    return reply
  }
  for (const content of written) await write(content)
  return { world, comments, gone, strangers, stored, told, write, change }
}
const sent = (world: World) => world.methods.filter((method) => method !== 'GET')

describe('a new comment', () => {
  test('NOT-03 is one request with those whom it mentions, and is shown with its text from the start', async () => {
    const { world, write, comments } = await start()
    world.setWeather('offline')
    const item = await write('@Grace, call', grace)
    expect(item).toMatchObject({
      kind: 'createComment',
      title: 'Call Acme',
      taskId: null,
      comment: { on: { kind: 'task', id: 't9' }, id: null, content: '@Grace, call', mentions: [grace] },
    })
    world.setWeather('fine')
    await world.pass(minute)
    expect([...comments.values()]).toMatchObject([{ content: '@Grace, call', mentions: ['usr_grace'] }])
    expect(world.list()).toMatchObject([{ state: 'saved', comment: { id: 'c1' }, taskId: null }])
  })

  test.each(['cutAfter', 'cutBefore'] as const)(
    'APP-07 NOT-03 is stored once where its answer is lost (%s), also after a crash',
    async (weather) => {
      for (const crashes of [false, true]) {
        const { world, write, stored, told } = await start('First')
        world.setWeather(weather)
        await write('Second')
        if (crashes) await world.crash()
        world.setWeather('fine')
        await world.pass(minute)
        expect(stored()).toEqual(['First', 'Second'])
        expect(told()).toEqual(['createComment saved', 'createComment saved'])
      }
    },
  )

  test('APP-07 NOT-03 two with one text on one item are both stored, in order, without an answer too', async () => {
    const { world, write, stored } = await start('Ping')
    world.setWeather('cutAfter')
    await write('Ping')
    await write('Pong')
    world.setWeather('fine')
    await world.pass(minute)
    expect(stored()).toEqual(['Ping', 'Ping', 'Pong'])
    expect(world.list().map(({ comment }) => comment?.id)).toEqual(['c1', 'c2', 'c3'])
  })

  test('APP-07 NOT-03 to a service that ignores keys is sent again only by the person', async () => {
    const world = createWorld('ignored')
    const { comments } = world.service.talk
    world.setWeather('cutBefore')
    await world.outbox().submitComment(on, text('First'))
    await world.settle()
    world.setWeather('fine')
    await world.pass(minute)
    expect(world.list()).toMatchObject([{ state: 'notFound', comment: { content: 'First' } }])
    await world.retry(0)
    await world.pass(minute)
    expect(comments.size).toBe(1)
  })

  test('APP-07 NOT-03 that arrived at a service that ignores keys is found, and not asked about', async () => {
    const world = createWorld('ignored')
    const { comments } = world.service.talk
    for (const content of ['Ping', 'Ping']) {
      world.setWeather('cutAfter')
      await world.outbox().submitComment(on, text(content))
      await world.settle()
      world.setWeather('fine')
      await world.pass(minute)
    }
    expect(comments.size).toBe(2)
    expect(world.list()).toMatchObject([
      { state: 'saved', comment: { id: 'c1' } },
      { state: 'saved', comment: { id: 'c2' } },
    ])
  })

  test('NOT-03 with a mention that may not see the item is kept, and sent once it is edited', async () => {
    const { world, write, strangers, stored } = await start()
    strangers.add(grace.id)
    const item = await write('@Grace?', grace)
    expect(world.list()).toMatchObject([
      { state: 'needsYou', canEdit: true, error: { kind: 'invalidInput', fields: [{ field: 'mentions' }] } },
    ])
    await world.outbox().submitComment(on, text('Grace?'), item.id)
    await world.pass(minute)
    expect(stored()).toEqual(['Grace?'])
    expect(world.list()).toMatchObject([{ state: 'saved', comment: { content: 'Grace?', mentions: [] } }])
  })

  test('NOT-03 on an item that is archived meanwhile needs its person, and keeps its text', async () => {
    const { world, write, gone } = await start()
    gone.add('t9')
    await write('First')
    expect(world.list()).toMatchObject([
      {
        state: 'needsYou',
        error: { message: expect.stringContaining('archived') },
        comment: { content: 'First' },
      },
    ])
  })

  test('APP-05 NOT-03 undo drops one that was not sent, and deletes a stored one after five seconds', async () => {
    const { world, write, stored, told } = await start('First')
    world.setWeather('offline')
    await write('Second')
    await world.undo()
    world.setWeather('fine')
    await world.pass(minute)
    expect(stored()).toEqual(['First'])
    await world.undo()
    expect(world.list()).toMatchObject([{ kind: 'deleteComment', comment: { id: 'c1' } }])
    await world.pass(4_900)
    expect(stored()).toEqual(['First'])
    await world.pass(minute)
    expect([stored(), told()]).toEqual([[], ['deleteComment saved, undone']])
  })
})

describe('a change of a comment', () => {
  test('NOT-03 is sent once, and undo writes the text from before', async () => {
    const { world, change, comments, stored } = await start('First')
    await change(text('First, @Grace', grace))
    expect(comments.get('c1')).toMatchObject({ content: 'First, @Grace', mentions: ['usr_grace'] })
    expect(sent(world)).toEqual(['POST', 'PATCH'])
    await world.undo()
    await world.pass(minute)
    expect([stored(), comments.get('c1')?.mentions]).toEqual([['First'], []])
  })

  test('NOT-03 takes the place of one that was not sent; undo leads back to before both', async () => {
    const { world, change, stored } = await start('First')
    world.setWeather('offline')
    await change(text('Second'))
    await change(text('Third'), 'c1', text('Second'))
    expect(world.list()).toHaveLength(2)
    world.setWeather('fine')
    await world.pass(minute)
    expect(stored()).toEqual(['Third'])
    await world.undo()
    await world.pass(minute)
    expect(stored()).toEqual(['First'])
  })

  test('APP-07 NOT-03 without an answer is read back, and not sent again where it arrived', async () => {
    const { world, change, stored } = await start('First')
    world.setWeather('cutAfter')
    await change(text('Second'))
    world.setWeather('fine')
    await world.pass(minute)
    expect([stored(), sent(world)]).toEqual([['Second'], ['POST', 'PATCH']])
  })

  test('NOT-03 after its 15 minutes needs its person, and keeps its text', async () => {
    const { world, change, stored } = await start('First')
    await world.pass(16 * minute)
    await change(text('Late'))
    expect(world.list()).toMatchObject([
      {
        kind: 'updateComment',
        state: 'needsYou',
        error: { kind: 'forbidden' },
        comment: { content: 'Late' },
      },
    ])
    expect(stored()).toEqual(['First'])
  })
})

describe('a deletion of a comment', () => {
  test('APP-05 NOT-03 waits five seconds, in which undo keeps it', async () => {
    const { world, stored } = await start('First', 'Second')
    await world.outbox().deleteComment(on, 'c1')
    await world.undo()
    await world.outbox().deleteComment(on, 'c2')
    await world.pass(4_900)
    expect(stored()).toEqual(['First', 'Second'])
    await world.pass(minute)
    expect(stored()).toEqual(['First'])
    expect(sent(world)).toEqual(['POST', 'POST', 'DELETE'])
  })

  test('APP-07 NOT-03 of one that is gone already is done, also without an answer', async () => {
    const { world, comments, told } = await start('First')
    await world.outbox().deleteComment(on, 'c1')
    world.setWeather('cutAfter')
    await world.pass(6_000)
    expect(comments.size).toBe(0)
    world.setWeather('fine')
    await world.pass(minute)
    expect(told()).toEqual(['createComment saved', 'deleteComment saved'])
  })
})

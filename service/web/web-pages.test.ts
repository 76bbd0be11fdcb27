import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { zones } from '../../shared/zone-testing.ts'
import { type createCookieJar, headingOf } from '../oauth/oauth-testing.ts'
import type { TestOauthPerson } from '../oauth/stage-testing.ts'
import { factsOf, noon, stageAcme } from './web-testing.ts'
import { recentlyViewedRecords } from '../records/records.store.ts'
import { updateWorkspace } from '../access/workspaces.store.ts'
import { endMembership, putMembership } from '../access/members.store.ts'
import { setPersonZone } from '../access/people.store.ts'
import { createComment } from '../comments/comments.store.ts'
import { changeTrail } from '../changes/changes.store.ts'
import { personIn } from '../operator/members.ts'
import { notify } from '../notifications/notify.ts'
import { listNotifications } from '../notifications/notifications.store.ts'

type Jar = ReturnType<typeof createCookieJar>

const service = stageAcme()

describe('who sees what', () => {
  test('LCH-03 a stranger is asked to sign in and lands on the page that was opened', async () => {
    const { page } = await service.open('owner', '/w/acme/tasks/t-1')
    expect([page.status, page.url.pathname, headingOf(page)]).toEqual([
      200,
      '/w/acme/tasks/t-1',
      'Only of the owner',
    ])
    expect(page.text).toContain('<div class="prose">Line &lt;1&gt;\nLine 2</div>')
    expect(page.headers.get('cache-control')).toBe('no-store')
  })

  test('LCH-03 a task page shows the task; what it links to is linked', async () => {
    vi.stubEnv('TZ', 'Asia/Tokyo')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { page } = await service.open('member', '/w/acme/tasks/t-2')
    expect(factsOf(page)).toEqual({
      Status: 'To do',
      Priority: 'High',
      Due: 'Friday, 15 January 2027 at 12:00 UTC',
      Repeats: 'every 2 weeks, counted from the completion',
      Assignees: 'member Person',
      Estimate: '1 h 35 min',
      Records: 'Initech &lt;b&gt;',
      Meetings: 'Busy',
      'Created by': 'owner Person',
    })
    expect(page.text).toContain('href="/w/acme/records/rec-1"')
    expect(page.text).not.toContain('Only of the owner')
    expect(page.text).not.toContain('Salaries')
  })

  test.each([
    ['AUT-09 a task of others, to a member', 'member', '/w/acme/tasks/t-1'],
    ['GEN-08 a task of another workspace', 'outsider', '/w/acme/tasks/t-2'],
    ['GEN-08 a record of another workspace', 'outsider', '/w/acme/records/rec-1'],
    ['GEN-08 a record under the wrong slug', 'outsider', '/w/globex/records/rec-1'],
    ['GEN-08 a meeting of another workspace', 'outsider', '/w/globex/meetings/mtg-1'],
    ['LCH-08 a notification of someone else', 'owner', '/w/acme/notifications/ntf-1'],
    ['GEN-08 what does not exist', 'owner', '/w/acme/tasks/t-99'],
    ['GEN-08 a workspace that does not exist', 'owner', '/w/nowhere/tasks/t-1'],
  ] as const)('%s is 404, in the same words', async (_name, who, path) => {
    const { page } = await service.open(who, path)
    expect([page.status, headingOf(page)]).toEqual([404, 'Nothing here'])
    expect(page.text).toContain('This was deleted or moved, or you are not allowed to see it.')
  })

  test('LCH-03 a meeting of whole days is on the day of its writer, wherever the service runs', async () => {
    const { page } = await service.open('owner', '/w/acme/meetings/mtg-3')
    expect(factsOf(page)).toMatchObject({ When: 'Friday, 15 January 2027, all day' })
  })

  test('LCH-03 dates, amounts and documents of a record read the same wherever the service runs', async () => {
    onTestFinished(() => void vi.unstubAllEnvs())
    const { jar } = await service.open('member', '/w/acme/records/rec-1')
    for (const zone of zones) {
      vi.stubEnv('TZ', zone)
      expect(factsOf(await jar.follow('/w/acme/records/rec-1')), zone).toMatchObject({
        Closes: 'Friday, 15 January 2027',
        Revenue: '€1,234.50',
        Rate: 'JP¥1,200',
        Answers: '{ &quot;floors&quot;: [ 1, 2 ] }',
        Rating: '4 of 5',
        Won: 'No',
        Place: 'Cais 4, Porto, PT',
      })
    }
  })

  test('LCH-03 ERR-02 a record is shown although its view cannot be kept, as on a full disk', async () => {
    const { jar } = await service.open('member', '/w/acme/records/rec-1')
    vi.spyOn(service.store, 'write').mockRejectedValueOnce(new Error('The disk is full.'))
    const page = await jar.follow('/w/acme/records/rec-1')
    expect([page.status, factsOf(page)]).toMatchObject([200, { Won: 'No' }])
    expect(service.failures.splice(0)).toHaveLength(1)
  })

  test('LCH-10 a private meeting shows others only its time', async () => {
    const busy = (await service.open('member', '/w/acme/meetings/mtg-2')).page
    expect(headingOf(busy)).toBe('Busy')
    expect(Object.keys(factsOf(busy))).toEqual(['Starts', 'Ends'])
    expect(busy.text).not.toMatch(/Salaries|Room 1|meet\.test|Initech/)
    const open = (await service.open('owner', '/w/acme/meetings/mtg-2')).page
    expect(headingOf(open)).toBe('Salaries')
    expect(factsOf(open)).toMatchObject({
      Where: 'Room 1',
      Join: 'https://meet.test/x',
      Attendees: 'owner Person',
    })
  })

  test('LCH-11 a record shows its fields, and opening it makes it a recent one of that person', async () => {
    const { page } = await service.open('member', '/w/acme/records/rec-1')
    expect(page.text).toContain('<h1>Initech &lt;b&gt;</h1>')
    expect(factsOf(page)).toMatchObject({
      Site: 'https://initech.test/?a=&quot;b&quot;',
      Tier: 'Best &lt;customer&gt;',
      Keeper: 'member Person',
    })
    const recent = (person: TestOauthPerson) =>
      service.store.read((tx) => recentlyViewedRecords(tx, 'wsp_acme', person.id, 10))
    expect((await recent(service.people.member)).map(({ id }) => id)).toEqual(['rec-1'])
    expect(await recent(service.people.owner)).toEqual([])
  })

  test('LCH-11 links to an address or a number hold that one alone, with its extension', async () => {
    const { page } = await service.open('member', '/w/acme/records/rec-1')
    expect(page.text).toContain('href="mailto:r%26d%3Fcc%3Dx@initech.test"')
    expect(page.text).toContain('href="tel:03055512;ext=7"')
  })

  test('LCH-04 without the Pro plan the enriched fields of a record are left out', async () => {
    await service.store.write((tx) => updateWorkspace(tx, 'wsp_acme', { plan: 'free' }))
    const { page } = await service.open('member', '/w/acme/records/rec-1')
    expect(factsOf(page)).not.toHaveProperty('Revenue')
    expect(page.text).not.toContain('1,234')
  })

  test('ERR-02 a locked workspace says so', async () => {
    await service.store.write((tx) => updateWorkspace(tx, 'wsp_acme', { memberLimit: 1 }))
    const { page } = await service.open('owner', '/w/acme/tasks/t-1')
    expect([page.status, headingOf(page)]).toEqual([423, 'The workspace is locked'])
    expect(page.text).toContain('the operator can raise the limit')
  })

  test('AUT-10 a member who is removed sees nothing from the next request on', async () => {
    const { jar } = await service.open('member', '/w/acme/tasks/t-2')
    await service.store.write((tx) => endMembership(tx, 'wsp_acme', service.people.member.id, noon))
    expect((await jar.follow('/w/acme/tasks/t-2')).status).toBe(404)
  })
})

describe('notifications', () => {
  test('LCH-08 a notification stays until it is marked as read; then its thing opens', async () => {
    const { jar, page } = await service.open('member', '/w/acme/notifications/ntf-1')
    expect(headingOf(page)).toBe('A task for you')
    expect(headingOf(await jar.follow('/w/acme/notifications/ntf-1'))).toBe('A task for you')
    expect(headingOf(await jar.submit(page, {}))).toBe('Call Initech')
    const unread = await service.store.read((tx) =>
      listNotifications(tx, 'wsp_acme', service.people.member.id, { unread: true, limit: 10 }),
    )
    expect(unread.map(({ id }) => id)).toEqual(['ntf-2'])
    const plain = await jar.follow('/w/acme/notifications/ntf-2')
    expect((await jar.submit(plain, {})).url.pathname).toBe('/settings/acme/notifications')
    // The launcher marks one as read before it opens its page.
    const again = await jar.follow('/w/acme/notifications/ntf-2')
    expect([headingOf(again), again.text.includes('Mark as read')]).toEqual(['Welcome', false])
  })

  test('LCH-08 AUT-09 one of several items has links to those that its reader sees', async () => {
    const { owner, member } = service.people
    const about = [
      ['t-2', 'Call Initech'],
      ['t-1', 'No longer mine'],
      ['rec-1', 'Initech <b>'],
    ] as const
    await service.store.write((tx) =>
      notify(tx, 'wsp_acme', {
        actorId: owner.id,
        notices: about.map(([id, subject]) => ({
          kind: 'mention',
          personIds: [member.id],
          target: { kind: id === 'rec-1' ? 'record' : 'task', id },
          subject,
        })),
        at: noon,
      }),
    )
    const { jar, page } = await service.open('member', '/settings/acme/notifications')
    const [, path = ''] =
      /action="([^"]+)"\s*>\s*<button [^>]*>\s*owner Person mentioned you on 3 items</.exec(page.text) ?? []
    const several = await jar.follow(path, { method: 'POST' })
    expect([several.url.pathname, several.text.includes('Mark as read')]).toEqual([path, false])
    const [, list = ''] = /<ul>\s*(<li>.*?)<\/ul>/s.exec(several.text.split('<h1>')[1] ?? '') ?? []
    expect(list.split('</li>').map((item) => item.trim())).toEqual([
      '<li><a href="/w/acme/records/rec-1">Initech &lt;b&gt;</a>',
      '<li>No longer mine',
      '<li><a href="/w/acme/tasks/t-2">Call Initech</a>',
      '',
    ])
  })

  test('LCH-08 another site cannot mark it, nor can another person', async () => {
    const { jar } = await service.open('member', '/w/acme/notifications/ntf-1')
    const foreign = await jar.request('/w/acme/notifications/ntf-1', {
      method: 'POST',
      headers: { origin: 'https://evil.test' },
    })
    expect(foreign.status).toBe(400)
    const other = (await service.open('owner', '/w/acme/tasks/t-1')).jar
    expect((await other.request('/w/acme/notifications/ntf-1', { method: 'POST' })).status).toBe(404)
    const unread = await service.store.read((tx) =>
      listNotifications(tx, 'wsp_acme', service.people.member.id, { unread: true, limit: 10 }),
    )
    expect(unread).toHaveLength(2)
  })
})

describe('the zone of the reader', () => {
  test('LCH-03 times are in the time zone of their profile, whatever that of the service is', async () => {
    const { id } = service.people.member
    await service.store.write((tx) => setPersonZone(tx, id, 'America/New_York'))
    const { page } = await service.open('member', '/w/acme/tasks/t-2')
    expect(factsOf(page)).toMatchObject({ Due: 'Friday, 15 January 2027 at 07:00 America/New_York' })
    expect(page.text).toContain('Times are in America/New_York.')
    await service.store.write((tx) => setPersonZone(tx, id, null))
  })
})

describe('comments', () => {
  const paths = ['/w/acme/tasks/t-2', '/w/acme/records/rec-1'] as const
  const post = (jar: Jar, path: string, fields: Record<string, string>, headers = {}) =>
    jar.follow(path, { method: 'POST', body: new URLSearchParams(fields), headers })
  const commentsOf = ({ text }: { text: string }) =>
    [
      ...text.matchAll(
        /<article class="comment">.*?<strong>(.*?)<\/strong>.*?<div class="prose">(.*?)<\/div>/gs,
      ),
    ].map(([, who, what]) => [who, what])
  const titlesFor = async (who: TestOauthPerson) =>
    (
      await service.store.read((tx) => listNotifications(tx, 'wsp_acme', who.id, { unread: true, limit: 10 }))
    ).map(({ title }) => title)

  test.each(paths)('NOT-03 on %s are written, read and deleted by their author', async (path) => {
    const { jar, page } = await service.open('member', path)
    expect(page.text).toContain('Nobody has commented yet.')
    const { owner } = service.people
    const said = await jar.submit(page, { content: ' One <b>\r\nTwo', [`mention.${owner.id}`]: 'on' })
    expect([said.status, said.url.pathname]).toEqual([200, path])
    expect(commentsOf(said)).toEqual([['member Person', ' One &lt;b&gt;\nTwo']])
    expect(said.text).toContain('To owner Person')
    expect(await titlesFor(owner)).toContainEqual(expect.stringMatching(/^member Person mentioned you on/))
    const id = /name="delete" value="(cmt_\w+)"/.exec(said.text)?.[1] ?? ''
    expect(commentsOf(await post(jar, path, { delete: id }))).toEqual([])
    expect(commentsOf(await post(jar, path, { delete: id }))).toEqual([])
  })

  test('NOT-03 FED-02 the trail has the request that wrote one', async () => {
    const path = '/w/acme/tasks/t-2'
    const { jar } = await service.open('member', path)
    const body = new URLSearchParams({ form: 'trail', content: 'Traced' })
    const { headers } = await jar.request(path, { method: 'POST', body })
    const [newest] = await service.store.read((tx) => changeTrail(tx, 'wsp_acme', {}, 1))
    expect(newest?.requestId).toBe(headers.get('x-request-id'))
  })

  test('NOT-03 a form that is pressed twice writes one comment', async () => {
    const path = '/w/acme/tasks/t-2'
    const { jar, page } = await service.open('owner', path)
    const form = /name="form" value="([\w-]+)"/.exec(page.text)?.[1] ?? ''
    await Promise.all([1, 2].map(() => post(jar, path, { form, content: 'Once' })))
    const shown = await jar.follow(path)
    expect(commentsOf(shown).filter(([, text]) => text === 'Once')).toHaveLength(1)
    const other = (await service.open('member', path)).page
    expect(other.text).not.toContain('name="delete"')
  })

  test('NOT-03 one that is refused is shown again with what was typed', async () => {
    const path = '/w/acme/tasks/t-1'
    const { jar, page } = await service.open('owner', path)
    const { member } = service.people
    expect(page.text).not.toContain(`mention.${member.id}`)
    const refused = await post(jar, path, {
      form: 'a',
      content: 'Hello <you>',
      [`mention.${member.id}`]: 'on',
    })
    expect([refused.status, refused.text.includes('Hello &lt;you&gt;</textarea>')]).toEqual([400, true])
    expect(refused.text).toContain('role="alert"')
    expect((await post(jar, path, { form: 'b', content: ' ' })).status).toBe(400)
    expect(commentsOf(await jar.follow(path))).toEqual([])
  })

  test('NOT-03 of many members sixty are listed, and others are mentioned by their address', async () => {
    const path = '/w/acme/records/rec-1'
    await service.store.write(async (tx) => {
      for (let index = 0; index < 70; index += 1) {
        const person = { email: `m${index}@acme.test`, name: `M${index}`, passwordHash: null }
        const { id } = await personIn(tx, { ...person, at: noon })
        await putMembership(tx, 'wsp_acme', id, 'member', noon)
      }
    })
    const { jar, page } = await service.open('owner', path)
    expect(page.text.match(/name="mention\./g)).toHaveLength(60)
    expect(page.text).toContain('11 more members are not listed.')
    const content = 'To the rest'
    const wrong = await post(jar, path, { form: 'a', content, others: 'm3@acme.test, who@acme.test' })
    expect([wrong.status, wrong.text.includes('value="m3@acme.test, who@acme.test"')]).toEqual([400, true])
    expect(wrong.text).toContain('Nobody here has the address who@acme.test.')
    const { member } = service.people
    const others = `M3@acme.test, ${member.email}`
    const said = await post(jar, path, { form: 'b', content, others })
    expect(said.text).toMatch(/To M3, member Person/)
    expect(await titlesFor(member)).toContainEqual(expect.stringMatching(/^owner Person mentioned you on/))
  })

  test('NOT-03 GEN-08 nobody comments on what they do not see, nor from another site', async () => {
    const content = { form: 'a', content: 'Hello' }
    const { jar } = await service.open('member', '/w/acme/tasks/t-2')
    expect((await post(jar, '/w/acme/tasks/t-1', content)).status).toBe(404)
    const foreign = await post(jar, '/w/acme/tasks/t-2', content, { origin: 'https://evil.test' })
    expect(foreign.status).toBe(400)
    const outsider = (await service.open('outsider', '/w/acme/tasks/t-2')).jar
    expect((await post(outsider, '/w/acme/tasks/t-2', content)).status).toBe(404)
    expect((await fetch(`${service.baseUrl}/w/acme/tasks/t-2`, { method: 'POST' })).status).toBe(400)
  })

  test('NOT-03 pages lead home, to the tasks of a record and to older comments', async () => {
    const { jar, page } = await service.open('member', '/w/acme/records/rec-1')
    expect(factsOf(page)).toMatchObject({ Tasks: 'Call Initech' })
    for (const href of ['/settings/acme', '/settings/acme/notifications', '/w/acme/tasks/t-2'])
      expect(page.text).toContain(`href="${href}"`)
    await service.store.write(async (tx) => {
      for (let index = 0; index < 51; index += 1)
        await createComment(tx, 'wsp_acme', {
          id: `cmt_${100 + index}`,
          target: { kind: 'record', id: 'rec-1' },
          content: `Nr ${index}`,
          mentions: [],
          createdBy: service.people.owner.id,
          createdAt: noon + index,
          updatedAt: noon + index,
        })
    })
    const full = await jar.follow('/w/acme/records/rec-1')
    expect(commentsOf(full)).toHaveLength(50)
    const [, next = ''] = /href="([^"#]+)#comments" rel="next"/.exec(full.text) ?? []
    expect(commentsOf(await jar.follow(next))).toEqual([['owner Person', 'Nr 0']])
  })
})

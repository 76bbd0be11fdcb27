// For tests: the home of `acme` in a browser that is signed in, by role.
import { newFormId, startSettings, type Visitor } from '../settings/settings-testing.ts'
import type { TestObject, TestPerson } from '../test/testing.ts'
import { insertSection } from '../tasks/task-settings.store.ts'
import { recordsByCreation } from '../records/records.store.ts'
import { tasksByCreation } from '../tasks/task-lists.store.ts'
import type { Arrival } from '../oauth/oauth-testing.ts'

type Fields = Record<string, string>

/** Hidden and visible values of the form of a page, as a browser would send them. */
export const formOn = ({ text }: Arrival, form: string): Fields => {
  const body = new RegExp(`action="/w/[^/]+/${form}"[^>]*>(.*?)</form>`, 's').exec(text)?.[1] ?? ''
  const unescaped = (value: string) =>
    value
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&')
  const fields: Fields = {}
  for (const [tag] of body.matchAll(/<input[^>]*>/gs)) {
    const name = /\bname="([^"]*)"/.exec(tag)?.[1]
    if (name === undefined) continue
    const isBox = tag.includes('type="checkbox"')
    if (isBox && !/\schecked/.test(tag)) continue
    fields[name] = isBox ? 'on' : unescaped(/\bvalue="([^"]*)"/s.exec(tag)?.[1] ?? '')
  }
  for (const [, name = '', value = ''] of body.matchAll(
    /<textarea[^>]*?name="([^"]*)"[^>]*>\n?(.*?)<\/textarea>/gs,
  ))
    // Browsers send line feeds so.
    fields[name] = unescaped(value).replaceAll('\n', '\r\n')
  for (const [, name = '', options = ''] of body.matchAll(
    /<select[^>]*?name="([^"]*)"[^>]*>(.*?)<\/select>/gs,
  ))
    fields[name] = unescaped(
      /<option\s+value="([^"]*)"\s+selected/s.exec(options)?.[1] ??
        /<option\s+value="([^"]*)"/s.exec(options)?.[1] ??
        '',
    )
  return fields
}

/** The first cells of the rows of the tables of a page. */
export const rowsOf = ({ text }: Arrival): string[] =>
  [...text.matchAll(/<th scope="row">\s*<a[^>]*>(.*?)<\/a/gs)].map(([, title = '']) => title)
/** The path of the next page of a list, below the workspace’s. */
export const nextOf = ({ text }: Arrival): string | undefined =>
  /href="\/w\/acme\/([^"]*)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&')

const dealFields: Parameters<Awaited<ReturnType<typeof startSettings>>['service']['createObject']>[2] = [
  { slug: 'name', name: 'Name', kind: 'text', required: true, primary: true },
  { slug: 'amount', name: 'Amount', kind: 'currency', options: { currencyCode: 'EUR' }, inPreview: true },
  {
    slug: 'stage',
    name: 'Stage',
    kind: 'select',
    inPreview: true,
    options: {
      choices: [
        { id: 'lead', name: 'Lead', color: '#16a34a' },
        { id: 'won', name: 'Won', color: '#16a34a' },
      ],
    },
  },
  {
    slug: 'tags',
    name: 'Tags',
    kind: 'multi_select',
    options: { choices: ['red', 'blue'].map((id) => ({ id, name: id, color: '#16a34a' })) },
  },
  { slug: 'closes', name: 'Closes', kind: 'date' },
  { slug: 'meets', name: 'Meets', kind: 'datetime' },
  { slug: 'owner', name: 'Owner', kind: 'user_reference' },
  { slug: 'parent', name: 'Parent', kind: 'record_reference' },
  { slug: 'place', name: 'Place', kind: 'location' },
  { slug: 'won', name: 'Won', kind: 'checkbox' },
  { slug: 'score', name: 'Score', kind: 'rating' },
  { slug: 'notes', name: 'Notes', kind: 'long_text' },
  { slug: 'mail', name: 'Mail', kind: 'email' },
  { slug: 'secret', name: 'Enriched', kind: 'text', proOnly: true, inPreview: true },
  { slug: 'record_id', name: 'Own id', kind: 'text', readOnly: true },
]

/** `acme` with an object of many kinds and two sections. */
export async function startHome(options: Parameters<typeof startSettings>[0] = {}) {
  const stage = await startSettings(options)
  const { service, store, acme } = stage
  const deals: TestObject = await service.createObject(acme, 'deals', dealFields)
  await store.write(async (tx) => {
    await insertSection(tx, acme.id, { id: 'sec_1', name: 'Spring', recordId: null, position: 1 })
    await insertSection(tx, acme.id, { id: 'sec_2', name: 'Autumn', recordId: null, position: 2 })
  })

  const at = (visitor: Visitor, slug = 'acme') => ({
    open: (path: string): Promise<Arrival> =>
      visitor.jar.follow(`/w/${slug}${path === '' ? '' : `/${path}`}`),
    post: (form: string, fields: Fields): Promise<Arrival> =>
      visitor.jar.follow(`/w/${slug}/${form}`, {
        method: 'POST',
        body: new URLSearchParams({ token: visitor.token, form: newFormId(), ...fields }),
      }),
  })
  const [owner, admin, member] = [at(stage.owner), at(stage.admin), at(stage.member)]
  const stranger = at(stage.stranger)

  /** Opens a page and sends its form with other values. */
  const fill = async (
    browser: typeof owner,
    page: string,
    form: string,
    fields: Fields | ((shown: Fields) => Fields) = {},
  ): Promise<Arrival> => {
    const shown = formOn(await browser.open(page), form)
    return browser.post(form, typeof fields === 'function' ? fields(shown) : { ...shown, ...fields })
  }
  const viewer = { personId: stage.owner.personId, role: 'owner' } as const
  const newestTask = () =>
    store.read(async (tx) => {
      const filters = { archived: 'included' } as const
      const [task] = (await tasksByCreation(tx, acme.id, viewer, filters, { limit: 1 })).tasks
      if (!task) throw new Error('There is no task.')
      return task
    })
  const createTask = async (browser: typeof owner, fields: Fields = {}) => {
    await fill(browser, 'new-task', 'create-task', { title: 'A task', ...fields })
    return await newestTask()
  }
  const newestRecord = async () => {
    const [record] = await store.read((tx) =>
      recordsByCreation(tx, acme.id, {
        objectId: deals.id,
        archived: 'included',
        after: undefined,
        limit: 1,
      }),
    )
    if (!record) throw new Error('There is no record.')
    const { valuesText, ...rest } = record
    const values = JSON.parse(valuesText) as Record<string, unknown>
    const bySlug = Object.fromEntries(
      deals.fields.flatMap(({ id, slug }) => (values[id] === undefined ? [] : [[slug, values[id]]])),
    )
    return { ...rest, values: bySlug }
  }
  /** The name of a field in forms. */
  const named = (slug: string) => `v-${deals.field(slug).id}`
  const createRecord = async (fields: Fields = {}) => {
    await fill(owner, 'new-record?object=deals', 'create-record', { [named('name')]: 'A deal', ...fields })
    return await newestRecord()
  }
  return {
    ...stage,
    people: {
      owner: stage.owner,
      admin: stage.admin,
      member: stage.member,
      stranger: stage.stranger,
    } satisfies Record<string, TestPerson>,
    browsers: { owner, admin, member, stranger },
    deals,
    named,
    fill,
    createTask,
    createRecord,
    newestTask,
    newestRecord,
  }
}

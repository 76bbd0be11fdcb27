// The settings pages of objects, fields, task statuses and sections (RCL-03): the rules are those of `svc workspace import`.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { headingOf, type Arrival } from '../../oauth/oauth-testing.ts'
import { offeredKinds } from '../../settings/objects/field-options.ts'
import { faultsOf, startSettings, type Visitor } from '../../settings/settings-testing.ts'
import { createClient, titlesOf, type Answer, type Client } from './client.ts'
import { refusal } from './team.ts'
import { recordsByEmail } from '../../calendars/calendars.store.ts'

let stage: Awaited<ReturnType<typeof startSettings>>
let api: Client
let launcher: Client
let owner: Visitor
beforeAll(async () => {
  stage = await startSettings()
  const { service, acme } = stage
  owner = stage.owner
  api = createClient(service.baseUrl, (await service.createKey(acme, owner)).token)
  launcher = createClient(service.baseUrl, await service.signIn(acme, owner))
})
afterAll(() => stage.service.close())

const post = (form: string, fields: Record<string, string>) => owner.post(form, fields)
const done = ({ text }: Arrival) => /class="done"[^>]*>(.*?)<\/p>/s.exec(text)?.[1]
const failed = (answer: Arrival) => {
  const linked = /<li><a href="#([^"]*)">/.exec(answer.text)?.[1]
  return [answer.status, linked, faultsOf(answer)[0] ?? /<li>(.*?)<\/li>/.exec(answer.text)?.[1]]
}

type Listed = { id: string; slug: string; name: string; required: boolean; type: string; options: unknown }
const fieldsOf = async (slug: string): Promise<Listed[]> =>
  (await launcher.get(`/v1/launcher/objects/${slug}/fields`)).body.data.fields
const idOf = async (slug: string, field: string) =>
  (await fieldsOf(slug)).find((one) => one.slug === field)?.id ?? ''
const namesOf = async (slug: string) => (await fieldsOf(slug)).map(({ name }) => name)
const put = (object: string, values: object, id: string = randomUUID()): Promise<Answer> =>
  launcher.put(`/v1/launcher/records/${id}`, { object, values })

/** An object of its own, with the fields name, stage (lead, won, lost), email and size. */
let number = 0
const addObject = async () => {
  const slug = `deals-${(number += 1)}`
  const choices = ['lead', 'won', 'lost'].map((id) => ({ id, name: id, color: '#2563eb' }))
  const { id } = await stage.service.createObject(stage.acme, slug, [
    { slug: 'name', kind: 'text', required: true, primary: true },
    { slug: 'stage', kind: 'select', options: { choices }, inPreview: true },
    { slug: 'email', kind: 'email', inPreview: true },
    { slug: 'size', kind: 'number', required: true },
  ])
  return { slug, id, field: (field: string) => idOf(slug, field) }
}

describe('an object', () => {
  test('RCL-03 is added with its first field, and its records can be created at once', async () => {
    const names = {
      singularName: 'Größe',
      pluralName: 'Größen & Maße',
      primary: 'Titel',
      icon: 'ruler',
      color: '#2563eb',
    }
    const answer = await post('create-object', names)
    expect([done(answer), headingOf(answer)]).toEqual(['The object was added.', 'Größen &amp; Maße'])
    const { data } = (await launcher.get('/v1/launcher/objects')).body
    const made = data.at(-1)
    expect(made).toMatchObject({ slug: 'grossen-masse', icon: 'ruler', color: '#2563eb', canWrite: true })
    expect(await fieldsOf(made.slug)).toMatchObject([
      { slug: 'name', name: 'Titel', type: 'text', required: true, primary: true },
    ])
    expect((await put(made.slug, { name: 'A4' })).body.data.title).toBe('A4')
    const changed = await post('change-object', { object: made.id, ...names, pluralName: 'Maße', color: '' })
    expect([done(changed), headingOf(changed)]).toEqual(['The object was changed.', 'Maße'])
    const after = (await launcher.get('/v1/launcher/objects')).body.data.at(-1)
    expect(after).toMatchObject({ slug: 'grossen-masse', pluralName: 'Maße', color: null, icon: 'ruler' })
  })

  test.each([
    [{ singularName: '' }, 'singularName', 'Enter a name.'],
    [{ pluralName: ' ' }, 'pluralName', 'Enter a name.'],
    [{ primary: '' }, 'primary', 'Enter a name.'],
    [{ slug: 'No Slug' }, 'slug', 'Use small letters and digits, with single - or _ between them.'],
    [{ color: 'blue' }, 'color', 'Use a colour like #22a06b.'],
    [{ slug: 'taken' }, 'slug', 'There is an object <code>taken</code> already. Use another slug.'],
  ])('RCL-03 with %j is refused at its field, and keeps what was typed', async (wrong, field, words) => {
    await post('create-object', { singularName: 'One', pluralName: 'Many', primary: 'Name', slug: 'taken' })
    const before = (await launcher.get('/v1/launcher/objects')).body
    const fields = { singularName: 'Ship', pluralName: 'Ships', primary: 'Name', slug: 'ships-1', ...wrong }
    const answer = await post('create-object', fields)
    expect(failed(answer)).toEqual([expect.any(Number), `create-object-${field}`, words])
    expect(answer.status).toBeGreaterThanOrEqual(400)
    if (field !== 'singularName') expect(answer.text).toContain('value="Ship"')
    expect((await launcher.get('/v1/launcher/objects')).body).toEqual(before)
  })
})

describe('fields', () => {
  let deals: Awaited<ReturnType<typeof addObject>>
  beforeEach(async () => (deals = await addObject()))

  test('RCL-03 FLD-03 are added of every type, with what the type needs, and take values', async () => {
    const options: Record<string, Record<string, string>> = {
      currency: { currencyCode: 'eur' },
      rating: { maximum: '10' },
      select: { choices: 'Erste Wahl\n\nZweite Wahl\nErste Wahl' },
      multi_select: { choices: 'One' },
      status: { choices: 'One' },
      record_reference: { [`objects.${deals.slug}`]: 'on', multiple: 'on' },
      user_reference: { multiple: 'on' },
    }
    const stored: Record<string, unknown> = {
      currency: { currencyCode: 'EUR' },
      rating: { maximum: 10 },
      select: { choices: ['erste-wahl', 'zweite-wahl', 'erste-wahl-2'].map((id) => ({ id })) },
      record_reference: { objects: [deals.slug], multiple: true },
      user_reference: { multiple: true },
      text: null,
    }
    for (const type of offeredKinds) {
      const page = await owner.open(`new-field?object=${deals.id}&type=${type}`)
      expect(page.status).toBe(200)
      for (const name of Object.keys(options[type] ?? {})) expect(page.text).toContain(`name="${name}"`)
      const answer = await stage.admin.post('create-field', {
        object: deals.id,
        type,
        name: `A ${type}`,
        ...options[type],
      })
      expect([type, done(answer)]).toEqual([type, 'The field was added.'])
    }
    const fields = await fieldsOf(deals.slug)
    expect(fields.slice(4).map(({ type }) => type)).toEqual(offeredKinds)
    for (const { type, options: has } of fields.slice(4))
      if (type in stored) expect([type, has]).toMatchObject([type, stored[type]])
    const self = randomUUID()
    await put(deals.slug, { name: 'First', size: 1 }, self)
    const values = { name: 'All', size: 2, a_select: 'zweite-wahl', a_currency: 1.5, a_rating: 10 }
    const more = { a_record_reference: [self], a_user_reference: [owner.personId], a_checkbox: true }
    expect((await put(deals.slug, { ...values, ...more })).body.data.values).toEqual({ ...values, ...more })
  })

  test.each([
    ['text', { name: '' }, 'name', 'Enter a name.'],
    ['text', { slug: 'name' }, 'slug', 'There is a field <code>name</code> already. Use another slug.'],
    ['select', { choices: ' \n' }, 'choices', 'Name at least one choice.'],
    ['currency', { currencyCode: 'EURO' }, 'currencyCode', 'Use a code like EUR.'],
    ['rating', { maximum: '101' }, 'maximum', 'Use at most 100.'],
    ['rating', { maximum: 'ten' }, 'maximum', expect.stringMatching(/whole number/)],
    ['record_reference', { 'objects.ghosts': 'on' }, 'objects', 'There is no object <code>ghosts</code>.'],
    [
      'text',
      { required: 'on' },
      'required',
      expect.stringMatching(/cannot be required: 1 record has no value/),
    ],
  ])('RCL-03 of type %s with %j are refused at the field', async (type, wrong, field, words) => {
    await put(deals.slug, { name: 'First', size: 1 })
    const before = await fieldsOf(deals.slug)
    const answer = await post('create-field', { object: deals.id, type, name: 'New', ...wrong })
    expect(failed(answer)).toEqual([expect.any(Number), `create-field-${field}`, words])
    expect(await fieldsOf(deals.slug)).toEqual(before)
  })

  test('RCL-03 a slug is made from the name, and one that is taken gets a number', async () => {
    for (const name of ['Job title', 'Job-Title', '职位', '職位'])
      await post('create-field', { object: deals.id, type: 'text', name })
    expect((await fieldsOf(deals.slug)).slice(4).map(({ slug }) => slug)).toEqual([
      'job_title',
      'job_title_2',
      'field',
      'field_2',
    ])
  })

  test('RCL-03 move up and down, as the form of the launcher shows them', async () => {
    const move = async (way: 'up' | 'down', field: string) =>
      post('move-field', { object: deals.id, [way]: await deals.field(field) })
    expect(done(await move('up', 'size'))).toBe('The field was moved.')
    expect(await namesOf(deals.slug)).toEqual(['name', 'stage', 'size', 'email'])
    await move('down', 'name')
    expect(await namesOf(deals.slug)).toEqual(['stage', 'name', 'size', 'email'])
    await move('up', 'stage')
    expect(await namesOf(deals.slug)).toEqual(['stage', 'name', 'size', 'email'])
    const page = await owner.open(`object?id=${deals.id}`)
    expect(page.text).not.toContain('Up<span class="hidden"> stage')
    expect(page.text).not.toContain('Down<span class="hidden"> email')
  })

  test('RCL-03 change their name, whether they are required and in previews, and their options', async () => {
    await put(deals.slug, { name: 'First', size: 1, stage: 'won' })
    const stageId = await deals.field('stage')
    const renamed = await post('change-field', { field: stageId, name: 'Step', required: 'on' })
    expect([done(renamed), headingOf(renamed)]).toEqual(['The field was changed.', 'Step'])
    const { fields, previewFieldIds } = (await launcher.get(`/v1/launcher/objects/${deals.slug}/fields`)).body
      .data
    expect(fields[1]).toMatchObject({ slug: 'stage', name: 'Step', required: true })
    expect(previewFieldIds).toEqual([await deals.field('email')])
    const refused = await post('change-field', {
      field: await deals.field('email'),
      name: 'Mail',
      required: 'on',
    })
    expect(failed(refused)).toEqual([
      409,
      'change-field-required',
      expect.stringMatching(/1 record has no value/),
    ])
    expect(await namesOf(deals.slug)).toContain('email')

    await post('create-field', { object: deals.id, type: 'rating', name: 'Fit', maximum: '10' })
    const fit = await deals.field('fit')
    await put(deals.slug, { name: 'Good', size: 1, stage: 'won', fit: 9 })
    const lower = (maximum: string) => post('change-field', { field: fit, name: 'Fit', maximum })
    expect(failed(await lower('8'))).toEqual([
      409,
      'change-field-maximum',
      '<code>fit</code>: 1 record holds a value that would not be valid.',
    ])
    expect(done(await lower('9'))).toBe('The field was changed.')
  })

  test('RCL-03 have choices that are added, renamed, colored, moved, and removed where no record has them', async () => {
    await put(deals.slug, { name: 'First', size: 1, stage: 'won' })
    const field = await deals.field('stage')
    const choices = async () =>
      (await fieldsOf(deals.slug))[1]?.options as { choices: { id: string; name: string; color: string }[] }
    expect(done(await post('add-choices', { field, choices: 'On hold\nLost' }))).toBe(
      'The choices were added.',
    )
    const renamed = await post('change-choice', { field, choice: 'won', name: 'Won!', color: '#16a34a' })
    expect(done(renamed)).toBe('The choice was changed.')
    await post('move-choice', { field, up: 'won' })
    await post('move-choice', { field, down: 'lead' })
    expect((await choices()).choices).toEqual([
      { id: 'won', name: 'Won!', color: '#16a34a' },
      { id: 'lost', name: 'lost', color: '#2563eb' },
      { id: 'lead', name: 'lead', color: '#2563eb' },
      { id: 'on-hold', name: 'On hold', color: expect.any(String) },
      { id: 'lost-2', name: 'Lost', color: expect.any(String) },
    ])
    expect(failed(await post('remove-choice', { field, choice: 'won' }))).toEqual([
      409,
      undefined,
      '<code>stage</code>: 1 record holds a value that would not be valid.',
    ])
    expect(done(await post('remove-choice', { field, choice: 'lead' }))).toBe('The choice was removed.')
    expect((await choices()).choices.map(({ id }) => id)).toEqual(['won', 'lost', 'on-hold', 'lost-2'])
    expect((await post('remove-choice', { field, choice: 'lead' })).status).toBe(404)
    expect(failed(await post('change-choice', { field, choice: 'won', name: '', color: '#16a34a' }))).toEqual(
      [400, 'change-choice-name', 'Enter a name.'],
    )
    const shown = (await launcher.get(`/v1/launcher/objects/${deals.slug}/records`)).body.data[0]
    expect(shown.subtitle).toBe('Won!')
  })

  test('RCL-03 that are retired are hidden and not written; records keep the values, which come back', async () => {
    const values = { name: 'Pier 4', size: 4, email: `pier@${deals.slug}.test` }
    const id = (await put(deals.slug, values)).body.data.id
    const [email, size] = [await deals.field('email'), await deals.field('size')]
    const labels = async () =>
      (await launcher.get(`/v1/launcher/objects/${deals.slug}/records`)).body.data[0].record.meta.map(
        ({ label }: { label: string }) => label,
      )
    const found = async () =>
      titlesOf((await launcher.get(`/v1/launcher/search?q=${values.email}&types=record`)).body.data)
    const guests = async () =>
      (await stage.store.read((tx) => recordsByEmail(tx, stage.acme.id, [values.email]))).size
    expect([await labels(), await found(), await guests()]).toEqual([['email'], ['Pier 4'], 1])
    for (const field of [email, size])
      expect(done(await post('retire-field', { field }))).toBe('The field was retired.')

    expect(await namesOf(deals.slug)).toEqual(['name', 'stage'])
    const listed = (await api.get(`/v1/objects/${deals.slug}/fields`)).body.data
    expect(listed.map(({ slug }: Listed) => slug)).toEqual(['name', 'stage'])
    expect([await labels(), await found(), await guests()]).toEqual([[], [], 0])
    expect((await launcher.get(`/v1/launcher/records/${id}`)).body.data.values).toEqual({ name: 'Pier 4' })
    expect((await api.get(`/v1/records/${id}`)).body.data.values).toMatchObject({
      [email]: values.email,
      [size]: 4,
    })
    for (const key of ['email', email]) {
      const patched = await launcher.patch(`/v1/launcher/records/${id}`, { values: { [key]: 'a@b.test' } })
      expect(refusal(patched)).toEqual([400, 'unknown_field'])
    }
    const filter = { email: { $eq: values.email } }
    const asked = await api.post('/v1/records/query', { object: deals.slug, filter })
    expect(refusal(asked)).toEqual([400, 'unknown_field'])
    // Its required field asks nobody any more, and a change of the rest keeps the values.
    expect((await put(deals.slug, { name: 'Pier 5' })).status).toBe(201)
    await launcher.patch(`/v1/launcher/records/${id}`, { values: { name: 'Pier 4a' } })

    const page = await owner.open(`field?id=${email}`)
    expect(page.text).toContain('This field is retired')
    expect(page.text).not.toContain('change-field')
    for (const field of [email, size])
      expect(done(await post('restore-field', { field }))).toBe('The field was restored.')
    expect((await launcher.get(`/v1/launcher/records/${id}`)).body.data.values).toEqual({
      ...values,
      name: 'Pier 4a',
    })
    expect(await found()).toEqual(['Pier 4a'])
    expect((await fieldsOf(deals.slug)).map(({ slug, required }) => [slug, required])).toEqual([
      ['name', true],
      ['stage', false],
      ['email', false],
      ['size', false],
    ])
    const primary = await post('retire-field', { field: await deals.field('name') })
    expect([primary.status, primary.text.includes('The primary field cannot be retired.')]).toEqual([
      409,
      true,
    ])
    expect(await namesOf(deals.slug)).toContain('name')
  })
})

describe('tasks', () => {
  const statuses = async () => (await launcher.get('/v1/launcher/task-statuses')).body.data
  const sections = async () =>
    (await launcher.get('/v1/launcher/task-options')).body.data.sections.map(
      ({ name }: { name: string }) => name,
    )
  const statusId = async (slug: string) =>
    (await statuses()).find((one: { slug: string }) => one.slug === slug).id

  test('RCL-03 LCH-09 have statuses that are added, renamed, colored, moved, and one default', async () => {
    expect(done(await post('create-status', { name: 'On hold', color: '#ca8a04' }))).toBe(
      'The status was added.',
    )
    await post('create-status', { name: 'On hold', color: '#ca8a04', isComplete: 'on' })
    expect((await statuses()).slice(4)).toMatchObject([
      { slug: 'on-hold', name: 'On hold', isComplete: false },
      { slug: 'on-hold-2', isComplete: true },
    ])
    const change = { status: await statusId('on-hold'), name: 'Parked', color: '#2563eb', isDefault: 'on' }
    expect(done(await post('change-status', change))).toBe('The status was changed.')
    await post('move-status', { up: change.status })
    const after = await statuses()
    expect(after.map(({ slug }: { slug: string }) => slug)).toEqual([
      'todo',
      'in-progress',
      'in-review',
      'on-hold',
      'done',
      'on-hold-2',
    ])
    expect(after.filter(({ isDefault }: { isDefault: boolean }) => isDefault)).toMatchObject([
      { slug: 'on-hold', name: 'Parked', color: '#2563eb' },
    ])
    expect((await launcher.post('/v1/launcher/tasks', { title: 'New' })).body.data.status).toBe('on-hold')
    expect(failed(await post('change-status', { ...change, isComplete: 'on' }))).toEqual([
      409,
      'change-status-isComplete',
      '<code>on-hold</code> has tasks: whether it means completion cannot change.',
    ])
    expect(failed(await post('create-status', { name: '', color: '#ca8a04' }))).toEqual([
      400,
      'create-status-name',
      'Enter a name.',
    ])
  })

  test('RCL-03 have sections that are added, renamed and moved', async () => {
    for (const name of ['Autumn', 'Spring', 'Summer']) await post('create-section', { name })
    const before = (await launcher.get('/v1/launcher/task-options')).body.data.sections
    const [autumn, , summer] = before.map(({ id }: { id: string }) => id)
    await post('change-section', { section: autumn, name: 'Fall' })
    await post('move-section', { up: summer })
    expect(await sections()).toEqual(['Fall', 'Summer', 'Spring'])
    expect(failed(await post('create-section', { name: 'Spring' }))).toEqual([
      409,
      'create-section-name',
      'There is a section <code>Spring</code> already.',
    ])
    expect(failed(await post('change-section', { section: autumn, name: 'Spring' }))[1]).toBe(
      'change-section-name',
    )
    expect(await sections()).toEqual(['Fall', 'Summer', 'Spring'])
  })
})

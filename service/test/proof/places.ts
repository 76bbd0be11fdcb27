// Two workspaces that hold one of everything, under the same names: what is proved of one is tried with the ids of the
// other.
import { createClient } from '../contract/client.ts'
import { newUuid } from '../../base/ids.ts'
import { fieldKind } from '../../../shared/api/objects.ts'
import { createProject } from '../../operator/projects.ts'
import type { TestService } from '../testing.ts'
import { insertMeeting } from '../../meetings/meetings.store.ts'
import { insertSection } from '../../tasks/task-settings.store.ts'

const choices = [
  { id: 'one', name: 'One', color: '#336699' },
  { id: 'two', name: 'Two', color: '#993333' },
]

const options = (kind: string, slug: string) => {
  if (['select', 'multi_select', 'status'].includes(kind)) return { choices }
  if (kind === 'currency') return { currencyCode: 'EUR' }
  return kind === 'record_reference' ? { objects: [slug] } : null
}

/** @param name makes slugs and addresses differ between places */
export async function createPlace(service: TestService, name: string) {
  const workspace = await service.createWorkspace({ slug: name })
  const owner = await service.addMember(workspace, { email: `owner@${name}.test` })
  const objectSlug = `${name}-things`
  const object = await service.createObject(workspace, objectSlug, [
    { slug: 'name', kind: 'text', required: true, primary: true },
    ...fieldKind.options.map((kind) => ({
      slug: `a_${kind}`,
      kind,
      readOnly: kind === 'json',
      options: options(kind, objectSlug),
    })),
  ])
  const tokens = {
    developer: (await service.createKey(workspace, owner)).token,
    launcher: await service.signIn(workspace, owner),
  }
  const api = createClient(service.baseUrl, tokens.developer)
  const launcher = createClient(service.baseUrl, tokens.launcher)

  const record = async (): Promise<string> =>
    (await api.post('/v1/records', { object: objectSlug, values: { name: `A thing of ${name}` } })).body.data
      .id
  const task = async (): Promise<string> =>
    (await launcher.post('/v1/launcher/tasks', { title: `A task of ${name}` })).body.data.id

  const meeting = `mtg_${newUuid()}`
  const section = `sec_${newUuid()}`
  const at = service.now()
  const [first, second] = [await record(), await record()]
  await service.store.write(async (tx) => {
    await insertMeeting(tx, workspace.id, {
      id: meeting,
      title: `A meeting of ${name}`,
      startAt: at + 3_600_000,
      endAt: at + 7_200_000,
      allDay: false,
      location: null,
      joinUrl: null,
      isPrivate: false,
      createdBy: owner.personId,
      createdAt: at,
      attendeeIds: [owner.personId],
      linkedRecordIds: [first],
    })
    await insertSection(tx, workspace.id, {
      id: section,
      name: `Of ${name}`,
      recordId: first,
      position: 0,
    })
  })
  const project = { workspace: name, slug: `${name}-project`, name: `The project of ${name}`, at }
  await createProject(service.store, project)
  return {
    workspace,
    owner,
    /** Tokens that may do everything on their surface. */
    tokens,
    api,
    launcher,
    /** Ids by names, which are the same in every place. */
    ids: {
      workspace: workspace.id,
      person: owner.personId,
      object: object.id,
      objectSlug,
      nameField: object.field('name').id,
      parentField: object.field('a_record_reference').id,
      ownerField: object.field('a_user_reference').id,
      record: first,
      otherRecord: second,
      task: await task(),
      otherTask: await task(),
      meeting,
      section,
      project: project.slug,
    },
  }
}
export type Place = Awaited<ReturnType<typeof createPlace>>

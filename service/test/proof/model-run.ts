// Runs lists of actions against a service and its models.
import fc from 'fast-check'
import { expect } from 'vitest'
import { createClient, type Client } from '../contract/client.ts'
import { startTestService, type TestObject, type TestService } from '../testing.ts'
import { masked, take, tick, walk, type Clock, type Step } from './model.ts'
import { createRecordModel, recordAction } from './record-model.ts'
import { createTaskModel, taskAction } from './task-model.ts'

export type ModelRun = { database: string; runs: number; seed: number }

type Action = { type: string }

/** A model as a run sees it: what an action does, and where it walks. */
type Model<A extends Action> = {
  step(action: Exclude<A, { type: 'walk' | 'tick' }>): Step
  /** The list that a walk goes through, and what must be there. */
  list(action: Extract<A, { type: 'walk' }>): { path: string; limit: number; items: unknown[] }
}

const start = Date.UTC(2026, 0, 5, 9)

const isTick = <A extends Action>(action: A): action is Extract<A, { type: 'tick'; by: number }> =>
  action.type === 'tick'
const isWalk = <A extends Action>(action: A): action is Extract<A, { type: 'walk' }> => action.type === 'walk'

/**
 * @param place makes the model of one run, in a workspace of its own
 * @returns the transcript of every run, masked
 * @throws with the seed and the shortest list of actions that fails
 */
async function prove<A extends Action>(
  { database, runs, seed }: ModelRun,
  action: fc.Arbitrary<A>,
  place: (stage: {
    service: TestService
    clock: Clock
    workspace: Parameters<TestService['createObject']>[0]
    personId: string
    run: number
  }) => Promise<Model<A>>,
): Promise<string[]> {
  const clock: Clock = { at: start, latest: start }
  const service = await startTestService({
    database,
    now: () => clock.at,
    // Nothing passes but what the actions say.
    elapsed: () => 0,
    rateLimit: 10_000_000,
  })
  const owner = await service.addMember(await service.createWorkspace())
  const transcripts: string[] = []
  let run = 0

  const perform = async (api: Client, model: Model<A>, actions: readonly A[]) => {
    const transcript: string[] = []
    for (const each of actions) {
      if (isTick(each)) {
        tick(clock, each.by)
        // Asked at once, so that no step of the clock goes unseen.
        service.now()
      } else if (isWalk(each)) {
        const { path, limit, items } = model.list(each)
        const walked = await walk(api, path, limit)
        expect(walked, path).toEqual(items)
        transcript.push(JSON.stringify(walked))
      } else {
        // What is left is neither of the two, which the compiler cannot see through a type parameter.
        const { status, body } = await take(api, model.step(each as Exclude<A, { type: 'walk' | 'tick' }>))
        transcript.push(`${status} ${JSON.stringify(body)}`)
      }
    }
    return masked(transcript.join('\n'))
  }

  const lists = fc.array(action, { minLength: 20, maxLength: 60, size: 'max' })
  const property = fc.asyncProperty(lists, async (actions) => {
    const workspace = await service.createWorkspace()
    await service.store.write((tx) => tx.members.put(workspace.id, owner.personId, 'owner', service.now()))
    const { token } = await service.createKey(workspace, owner)
    const model = await place({ service, clock, workspace, personId: owner.personId, run: (run += 1) })
    transcripts.push(await perform(createClient(service.baseUrl, token), model, actions))
  })
  try {
    await fc.assert(property, { numRuns: runs, seed })
  } finally {
    await service.close()
  }
  return transcripts
}

/** Records against their model. */
export const proveRecords = (run: ModelRun): Promise<string[]> =>
  prove(run, recordAction, async ({ service, clock, workspace, personId, run: number }) => {
    const make = async (slug: string) => {
      const object: TestObject = await service.createObject(workspace, slug, [
        { slug: 'name', kind: 'text', required: true, primary: true },
        { slug: 'size', kind: 'number' },
      ])
      return { id: object.id, field: { name: object.field('name').id, size: object.field('size').id } }
    }
    const objects = { things: await make('things'), others: await make('others') }
    const model = createRecordModel({ clock, personId, objects }, number)
    return {
      step: model.step,
      list: ({ archived, object, limit }) => ({
        limit,
        path: `/v1/records?include_archived=${archived}${object === undefined ? '' : `&object=${object}`}`,
        items: model.items(archived, object),
      }),
    }
  })

/** Tasks against their model. */
export const proveTasks = (run: ModelRun): Promise<string[]> =>
  prove(run, taskAction, async ({ clock, personId }) => {
    const model = createTaskModel({ clock, personId })
    return {
      step: model.step,
      list: ({ archived, status, limit }) => ({
        limit,
        path: `/v1/tasks?include_archived=${archived}${status === undefined ? '' : `&status=${status}`}`,
        items: model.items(archived, status),
      }),
    }
  })

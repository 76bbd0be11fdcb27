// Random writes, weather and crashes against the real outbox. At the end of each story every write that was reported as saved
// is in the service exactly once, and nothing of a colleague was overwritten unseen.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RecordValues } from '../../../shared/api/launcher/records.ts'
import type { LauncherTaskCreate, TaskFields } from '../../../shared/api/launcher/tasks.ts'
import type { OutboxItem } from '../../../shared/ipc/launcher.ts'
import { isSame } from '../../../shared/task-fields.ts'
import type { Weather } from './bad-network.fake.ts'
import { checkRecords } from './records-model.fake.ts'
import { createWorld, type World } from './writes-model.fake.ts'
import { me } from './writing-half.fake.ts'

type Step = { says: string; does: (world: World) => unknown }
type Weighted = { weight: number; arbitrary: fc.Arbitrary<Step> }
const always = (weight: number, says: string, does: Step['does']): Weighted => ({
  weight,
  arbitrary: fc.constant({ says, does }),
})
const any = <T>(
  weight: number,
  says: string,
  value: fc.Arbitrary<T>,
  does: (world: World, value: T) => unknown,
): Weighted => ({
  weight,
  arbitrary: value.map((one) => ({
    says: `${says} ${JSON.stringify(one)}`,
    does: (world) => does(world, one),
  })),
})

const nth = fc.nat({ max: 5 })
const title = fc.constantFrom('Call Acme', 'Send numbers', 'Book a room')
const change: fc.Arbitrary<TaskFields> = fc.oneof(
  title.map((words) => ({ title: `${words} again` })),
  fc.constantFrom('low' as const, 'high' as const).map((priority) => ({ priority })),
  fc.record({ status: fc.constantFrom('todo', 'done'), estimatedTime: fc.constantFrom(null, 30, 60) }),
)
const anew: fc.Arbitrary<Partial<LauncherTaskCreate>> = fc.oneof(
  title.map((words) => ({ title: `${words} anew` })),
  title.map((words) => ({ title: words })),
  fc.constantFrom('low' as const, 'high' as const).map((priority) => ({ priority })),
  fc.constantFrom(30, 60).map((estimatedTime) => ({ estimatedTime })),
)
const name = fc.constantFrom('Anna', 'Bert')
const values: fc.Arbitrary<RecordValues> = fc.oneof(
  name.map((words) => ({ name: `${words} Schmidt` })),
  fc.constantFrom('030  12', '030 34', null).map((phone) => ({ phone })),
  fc.record({ email: fc.constantFrom('a@x.example', null), phone: fc.constantFrom('040 1', null) }),
)
const weather = fc.constantFrom<Weather>(
  ...(['fine', 'fine', 'offline', 'cutBefore', 'cutAfter', 'cutAfter', 'failBefore', 'failAfter'] as const),
  ...(['locked', 'busy', 'slow', 'slow', 'forbidden', 'late', 'late', 'later'] as const),
)

const steps = fc.oneof(
  any(5, 'create', title, (world, words) => world.create(words)),
  any(4, 'change', fc.tuple(nth, change), (world, some) => world.update(...some)),
  any(2, 'change all', change, (world, some) => world.updateAll(some)),
  any(1, 'delete two', nth, (world, which) => world.deleteTwo(which)),
  any(2, 'rewrite', fc.tuple(nth, change), (world, some) => world.rewrite(...some)),
  any(4, 'edit', fc.tuple(nth, anew, fc.boolean()), (world, some) => world.edit(...some)),
  any(2, 'a colleague changes', fc.tuple(nth, change), (world, some) => world.colleague(...some)),
  any(3, 'create a record', name, (world, words) => world.createRecord(words)),
  any(3, 'create with a record', fc.tuple(title, name), (world, some) => world.createWithRecord(...some)),
  any(4, 'change a record', fc.tuple(nth, values), (world, some) => world.updateRecord(...some)),
  any(2, 'change a new record', fc.tuple(nth, values), (world, some) => world.updateUnsaved(...some)),
  any(2, 'edit a record', fc.tuple(nth, values), (world, some) => world.editRecord(...some)),
  any(2, 'rewrite a record', fc.tuple(nth, values), (world, some) => world.rewriteRecord(...some)),
  any(2, 'archive', nth, (world, which) => world.archiveRecord(which)),
  any(1, 'restore', nth, (world, which) => world.restoreRecord(which)),
  any(2, 'a colleague changes a record', fc.tuple(nth, values), (world, some) =>
    world.recordColleague(...some),
  ),
  any(1, 'a colleague archives', nth, (world, which) => world.colleagueArchives(which)),
  any(5, 'weather', weather, (world, next) => world.setWeather(next)),
  any(4, 'time passes', fc.constantFrom(10, 1_000, 4_000, 9_000, 40_000), (world, ms) => world.pass(ms)),
  always(3, 'kill -9', (world) => world.crash()),
  always(3, 'undo', (world) => world.undo()),
  any(1, 'discard', nth, (world, which) => world.discard(which)),
  any(1, 'retry', nth, (world, which) => world.retry(which)),
  any(2, 'decide mine', fc.tuple(nth, fc.boolean()), (world, some) => world.decide(...some)),
  any(1, 'pick', nth, (world, which) => world.pick(which)),
  always(1, 'wakes up', (world) => world.wake()),
  always(1, 'a proxy begins to drop keys', (world) => world.dropKeys()),
  always(1, 'the clock is set back', (world) => world.setClockBack(3_600_000)),
  any(1, 'disk', fc.constantFrom('broken' as const, 'fine' as const), (world, state) => world.setDisk(state)),
)

const story = fc.array(steps, { minLength: 3, maxLength: 40, size: 'max' })
const service = fc.constantFrom<'known' | 'ignored'>('known', 'ignored')

/** The values of fields that a create leaves out. */
const leftOut: TaskFields = { priority: 'no_priority', estimatedTime: null }

/** The network and the disk work again, and an hour passes. */
const calm = async (world: World): Promise<void> => {
  world.setWeather('fine')
  world.setDisk('fine')
  await world.pass(3_700_000)
}

/** An undone create is a deletion too. */
const isCreate = ({ kind, isUndo }: OutboxItem): boolean =>
  kind === 'createTask' || (kind === 'archiveTask' && isUndo)

const check = (world: World, keys: 'known' | 'ignored'): void => {
  const isKeyed = keys === 'known' && !world.hasDroppedKeys()
  const { tasks, stored } = world.service
  const mine = [...tasks.values()].filter(({ createdBy }) => createdBy === me)
  const claimed = new Map<string, string>()

  const asked = new Set(
    world
      .list()
      .flatMap(({ conflict, recordConflict, taskId, recordId }) =>
        (conflict ?? recordConflict) === null ? [] : [taskId ?? recordId],
      ),
  )
  const deleted = new Set(
    [...world.told.values()].flatMap(({ item }) =>
      item.kind === 'archiveTask' && !item.isUndo ? [item.taskId] : [],
    ),
  )
  for (const { item, isGivenUp, titles } of world.told.values()) {
    // Later changes of a task or record with a conflict wait. So does what names a new record that was refused.
    const waits = asked.has(item.taskId ?? item.recordId) || item.waitsFor?.isStuck === true
    if (!isGivenUp && !waits)
      expect(['saved', 'needsYou', 'notFound'], `${item.id} is at rest`).toContain(item.state)
    if (isGivenUp) continue
    // A task belongs to one create.
    if (isCreate(item) && item.taskId !== null) {
      expect(claimed.get(item.taskId), `two creates claim ${item.taskId}`).toBeUndefined()
      claimed.set(item.taskId, item.id)
    }
    if (item.state !== 'saved' || item.recordId !== null) continue
    const task = tasks.get(item.taskId ?? '')
    // Reported as saved: the task exists.
    expect(task, `${item.id} "${item.title}" was told saved`).toBeDefined()
    if (isCreate(item)) {
      const first = stored.find(({ kind, taskId }) => kind === 'create' && taskId === item.taskId)
      expect(titles).toContain(first?.is.title)
      // Reported as undone: it is archived.
      if (item.isUndo || !deleted.has(item.taskId))
        expect(task?.archived, `${item.title} was told ${item.isUndo ? 'undone' : 'saved'}`).toBe(item.isUndo)
    } else if (item.kind === 'archiveTask')
      expect(task?.archived, `${item.title} was told deleted`).toBe(true)
    if (item.kind === 'updateTask')
      for (const [field, value] of Object.entries(item.fields))
        expect(
          stored.some(
            ({ taskId, is, kind }) =>
              taskId === item.taskId &&
              (kind === 'update' || kind === 'create') &&
              isSame(field as keyof TaskFields, is[field as keyof TaskFields], value),
          ) ||
            isSame(
              field as keyof TaskFields,
              ({ priority: 'no_priority', status: 'todo', estimatedTime: null } as TaskFields)[
                field as keyof TaskFields
              ],
              value,
            ),
          `${field} of ${item.taskId} was told saved`,
        ).toBe(true)
  }

  // The user was shown every task, so there is no hidden second copy.
  for (const task of mine.filter(({ id, archived }) => !archived && !claimed.has(id))) {
    const firstTitle = stored.find(({ taskId }) => taskId === task.id)?.is.title
    const wasRenamed = stored.some(
      ({ taskId, kind, is }) => taskId === task.id && kind === 'update' && is.title !== undefined,
    )
    const arrivedAt = world.late.get(task.id)
    const isKnown = [...world.told.values()].some(
      ({ item, isGivenUp, titles, offered, askedAgain }) =>
        isCreate(item) &&
        titles.has(firstTitle ?? '') &&
        // It was cancelled just when it arrived, or offered to choose from.
        (isGivenUp ||
          offered.has(task.id) ||
          // It was reported as not found; or retried before it arrived, without a key.
          (arrivedAt !== undefined &&
            (item.state === 'notFound' ||
              // Two failures: the key was dropped, and the look-up came too early.
              world.hasDroppedKeys() ||
              (!isKeyed && askedAgain.some((time) => time < arrivedAt)))) ||
          // It was renamed before it was found: without a key it cannot be recognized.
          ((!isKeyed || item.state === 'notFound') && wasRenamed)),
    )
    expect(isKnown, `${task.id} "${task.title}" is there and nobody was told`).toBe(true)
  }

  // The edit of a create is stored or shown.
  for (const { id, title: words } of world.edits) {
    const known = world.told.get(id)
    const taskId = known?.item.taskId ?? null
    const isLast = world.edits.findLast((one) => one.id === id)?.title === words
    if (known === undefined || known.isGivenUp || known.item.isUndo || !isLast) continue
    const changes = [...world.told.values()].filter(
      ({ item }) => item.kind === 'updateTask' && item.taskId === taskId,
    )
    const isThere = stored.some((write) => write.taskId === taskId && write.is.title === words)
    const isShown = [known, ...changes].some(({ item }) => item.title === words)
    expect(isThere || isShown, `${id} was made "${words}"`).toBe(true)
  }

  // No value of a colleague was overwritten unseen: one of the user's writes saw each value that was replaced.
  const known = (taskId: string, field: keyof TaskFields, value: unknown): boolean =>
    [...world.told.values()].some(
      ({ item: { taskId: id, kind }, knew }) =>
        id === taskId &&
        // Values that were seen or written; also the defaults of a create.
        [...knew, kind === 'updateTask' ? {} : leftOut].some(
          (some) => Object.hasOwn(some, field) && isSame(field, some[field], value),
        ),
    ) ||
    stored.some(
      ({ by, taskId: id, is }) =>
        by === me && id === taskId && Object.hasOwn(is, field) && isSame(field, is[field], value),
    )
  for (const [at, write] of stored.entries()) {
    if (write.by !== me || write.kind !== 'update') continue
    for (const [name, value] of Object.entries(write.was)) {
      const field = name as keyof TaskFields
      const last = stored
        .slice(0, at)
        .findLast(({ taskId, is }) => taskId === write.taskId && Object.hasOwn(is, field))
      if (last === undefined || last.by === me) continue
      expect(known(write.taskId, field, value), `${field} of ${write.taskId} was written over unseen`).toBe(
        true,
      )
    }
  }

  checkRecords(world.told, world)

  // A locked workspace is asked at most every thirty seconds.
  for (const [index, { at, life }] of world.lockedAsks.entries()) {
    const before = world.lockedAsks[index - 1]
    if (before !== undefined && before.life === life && at > before.at)
      expect(at - before.at).toBeGreaterThanOrEqual(30_000)
  }
}

// `npm run test:writes` runs many other stories each day.
const runs = Number(process.env['SVC_WRITES_RUNS'] ?? 300)
const day = process.env['SVC_WRITES_RUNS'] === undefined ? 20_261 : Math.floor(Date.now() / 86_400_000)
const seed = Number(process.env['SVC_SEED'] ?? day)

test(
  `APP-07 what the person was told equals what the service holds (${runs} stories, seed ${seed})`,
  { timeout: 1_800_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(story, service, async (told, keys) => {
        const world = createWorld(keys)
        try {
          for (const { does } of told) {
            await does(world)
            await world.settle()
          }
          await calm(world)
          check(world, keys)
        } catch (error) {
          throw new Error(`${keys}: ${told.map(({ says }) => says).join('; ')}\n${String(error)}`, {
            cause: error,
          })
        }
      }),
      { numRuns: runs, seed },
    )
  },
)

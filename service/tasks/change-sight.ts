// Which tasks and meetings a reader of the changes sees (FED-01).
import type { Sight } from '../changes/changes.ts'
import { unseenMeetings } from '../meetings/meetings.store.ts'
import { tasksAmong } from './tasks.store.ts'
import { seesTask } from './visibility.rules.ts'

export const changeSight: Sight = {
  async task(tx, reader, ids) {
    const tasks = await tasksAmong(tx, reader.workspaceId, ids)
    return new Set(tasks.filter((task) => seesTask(reader, task)).map(({ id }) => id))
  },
  async meeting(tx, { workspaceId, personId }, ids) {
    const unseen = await unseenMeetings(tx, workspaceId, personId, ids)
    return new Set(ids.filter((id) => !unseen.has(id)))
  },
}

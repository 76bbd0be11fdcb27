// The brief, section by section: one that cannot be understood does not take the others with it. Pure.
import { z } from 'zod'
import { type Brief, briefMeeting, briefNotification } from '../../../shared/api/launcher-search.ts'
import { launcherTask } from '../../../shared/api/launcher-tasks.ts'
import type { BriefSection } from '../../../shared/ipc/launcher.ts'

const sections = {
  tasks: z.array(launcherTask),
  meetings: z.array(briefMeeting),
  notifications: z.array(briefNotification),
}

/** Whatever a service says as its brief; it is read by `readBrief`. */
export const looseBrief = z.looseObject({})

/** @param said `data` of the answer. @param kept what was seen before, for the sections that are not understood. */
export const readBrief = (
  said: z.infer<typeof looseBrief>,
  kept: Brief | null,
): { brief: Brief; failed: BriefSection[] } => {
  const tasks = sections.tasks.safeParse(said['tasks'])
  const meetings = sections.meetings.safeParse(said['meetings'])
  const notifications = sections.notifications.safeParse(said['notifications'])
  const isFailed = {
    tasks: !tasks.success,
    meetings: !meetings.success,
    notifications: !notifications.success,
  }
  return {
    brief: {
      tasks: tasks.data ?? kept?.tasks ?? [],
      meetings: meetings.data ?? kept?.meetings ?? [],
      notifications: notifications.data ?? kept?.notifications ?? [],
      integrationIssues: [],
    },
    failed: (['tasks', 'meetings', 'notifications'] as const).filter((name) => isFailed[name]),
  }
}

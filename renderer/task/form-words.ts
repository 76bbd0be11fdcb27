// What a task form says.
import type { TaskValues } from './task-values.ts'

const labels: Readonly<Record<keyof TaskValues, string>> = {
  title: 'Title',
  description: 'Description',
  status: 'Status',
  priority: 'Priority',
  due: 'Due',
  assignees: 'Assignees',
  estimate: 'Estimate',
  records: 'Records',
  meetings: 'Meetings',
  section: 'Section',
}

/** Fields that somebody else changed while a draft of them was kept. */
export const changedMeanwhileWords = (fields: readonly (keyof TaskValues)[]): string =>
  `Somebody changed this task since you began: ${fields.map((field) => labels[field]).join(', ')}. Saving puts yours in place.`

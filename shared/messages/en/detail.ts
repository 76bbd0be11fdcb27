// The pane beside the results.
export const detail = {
  'detail.pane': 'Details',
  'detail.task': 'Task',
  'detail.meeting': 'Meeting',
  'detail.command': 'Command',
  'detail.time': 'Time',
  'detail.location': 'Location',
  'detail.attendees': 'Attendees',
  'detail.people': '{count, plural, one {# person} other {# people}}',
  'detail.copy': 'Copy {label}: {value}',
  'detail.mail': 'Write to {value}',
  'detail.call': 'Call {value}',
  'detail.open': 'Open {value}',
} as const

// The actions on a row, and what they say when they are done.
export const actions = {
  'actions.open': 'Open',
  'actions.change': 'Change',
  'actions.copy': 'Copy',
  'actions.suggestions': 'Suggestions',

  'contact.email': 'Email',
  'contact.copyEmail': 'Copy email',
  'contact.copyPhone': 'Copy phone',
  'contact.copied': 'Copied {value}',
  'contact.noEmail': '“{title}” has no email address',
  'contact.noPhone': '“{title}” has no phone number',
} as const

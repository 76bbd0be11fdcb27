// Mod+I: why a row is where it is.
export const why = {
  'why.exact': 'The title is “{query}”',
  'why.prefix': 'The title begins with “{query}”',
  'why.wordPrefix': 'Words of the title begin with “{query}”',
  'why.other': '“{query}” is inside the title, or its initials',
  'why.subsequence': '“{query}” with letters left out',
  'why.typo': '“{query}” but for a typo',
  'why.share': 'How much of the title that is',
  'why.openedBefore': 'Opened before',
  'why.opened': 'Opened {times, plural, one {once} other {# times}}, last {age}',
  'why.chosen': 'Chosen for this text {times, plural, one {once} other {# times}}',
  'why.pinned': 'Pinned by you',
  'why.score': 'Score',
  'why.place': 'Row {at, number} of {of, number} in its group.',
  'why.placeLate':
    'Row {at, number} of {of, number} in its group. It came after the rows above were shown, and a late row moves nothing.',
  'why.live': 'Checked just now',
  'why.kept': 'Saved copy, checked {age}',
  'why.pasted': 'You pasted its link or its id.',
  'why.named': 'What you typed names it. It stands below what was found.',
  'why.serviceFound':
    'The service found it. The titles that are remembered here do not say why, so it stands below them.',
  'why.unfinished': 'You began it, and it is not saved yet.',
  'why.nextMeeting': 'It is the next of your meetings.',
  'why.due': 'It is due today, or overdue.',
  'why.recent': 'You pinned or opened it, or the service lists it among what you used last.',
  'why.always': 'It is always there.',
} as const

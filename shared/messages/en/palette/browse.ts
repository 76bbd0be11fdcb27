// All records of an object. `objects` is the object's plural name as the workspace writes it.
export const browse = {
  'browse.name': 'Browse {objects}',
  'browse.search': 'Search {objects}',
  'browse.filter': 'Filter {objects} by title…',
  'browse.end': 'End of list',
  'browse.none': 'No {objects} yet',
  'browse.noMatch': 'No {objects} match “{query}”',
  'browse.loaded': '{count, number} in all',
  'browse.loadedSoFar': '{count, number} shown',
} as const

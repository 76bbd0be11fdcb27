// What Tab adds to what is typed.

const longestShown = 60

/** The rest of `title` when `query` begins it, else ''. Case does not matter: the letters that were typed stay. */
export const completionOf = (query: string, title: string): string =>
  query.trim() !== '' && query.length <= longestShown && title.toLowerCase().startsWith(query.toLowerCase())
    ? title.slice(query.length)
    : ''

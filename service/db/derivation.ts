// The version of what is derived from titles, contacts and values and stored: words, keys of titles and contacts, and keys of
// fields. A database keeps the version of each workspace and of each title, and a rebuild (rebuilding.ts) brings them to this
// one while the service serves.
//
// A change of what is derived needs the next number, a frozen copy of the previous derivation like
// search/derivation-1.rules.ts, and a migration, so that older programs refuse the database. The migration empties the tables of
// texts (search_text…) and notes each workspace in search_text_due, as 0010 does: they have no version.
export const derivation = 2

// The types of columns. One shape on both engines, so that no value reads differently on SQLite and on PostgreSQL.

/** Since the epoch. */
export type Milliseconds = number
export type Flag = 0 | 1
/** JSON as text. */
export type Json = string

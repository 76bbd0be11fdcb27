// The chords inside the window: those of the table of actions, unless the user changed them. A chord has one meaning in all views.
import type { Table } from './action.ts'
import { actions } from './table.ts'

/** The chords that the user changed, by action. */
export type ChangedKeys = Readonly<Record<string, string>>

/** The default chords, by action. */
export const defaultChords = (table: Table = actions): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(table).flatMap(([id, { chord }]) => (chord === undefined ? [] : [[id, chord] as const])),
  )

export const chordOf = (id: string, changed: ChangedKeys, table: Table = actions): string =>
  changed[id] ?? table[id]?.chord ?? ''

/** Mod with a key, with or without Shift, or a function key. Every other key types or moves. */
const chordPattern =
  /^(?:Mod\+(?:Shift\+)?(?:[^a-z\s+]|\+|Space|Backspace|Delete)|(?:Shift\+)?F(?:[1-9]|1[0-2]))$/u

/** Chords that edit the text of a field on some platform, and those of the system. */
const editing = /^Mod\+(?:[ACVXYZ]|Shift\+Z|Backspace|Delete|Shift\+Delete)$/
const system = /^Mod\+[QWHM]$/
const rows = /^Mod\+[1-9]$/

export type KeyRefusal = 'noChord' | 'editing' | 'system' | 'rows'

/** Enter belongs to the forms, too, where it saves. */
export const isChangeable = (id: string): boolean => id !== 'openInBrowser'

/** Why an action cannot have this chord. Null if it can; its default always can. */
export const refusalOf = (id: string, chord: string, table: Table = actions): KeyRefusal | null => {
  if (chord === table[id]?.chord) return null
  if (!isChangeable(id) || !chordPattern.test(chord)) return 'noChord'
  if (editing.test(chord)) return 'editing'
  if (system.test(chord)) return 'system'
  return rows.test(chord) ? 'rows' : null
}

/** The other action that has this chord. */
export const holderOf = (
  id: string,
  chord: string,
  changed: ChangedKeys,
  table: Table = actions,
): string | undefined =>
  [...defaultChords(table).keys()].find((other) => other !== id && chordOf(other, changed, table) === chord)

/** Whether each changed chord is that of an action, is allowed, and has one meaning. */
export const areUsable = (changed: ChangedKeys, table: Table = actions): boolean => {
  const ids = defaultChords(table)
  return (
    Object.keys(changed).every((id) => ids.has(id)) &&
    [...ids.keys()].every((id) => {
      const chord = chordOf(id, changed, table)
      return refusalOf(id, chord, table) === null && holderOf(id, chord, changed, table) === undefined
    })
  )
}

/** The current chord of each default, for `bindChords`. Unusable changes, as of a file edited by hand, change nothing. */
export const boundChords = (changed: ChangedKeys, table: Table = actions): ReadonlyMap<string, string> => {
  const usable = areUsable(changed, table) ? changed : {}
  return new Map([...defaultChords(table)].map(([id, chord]) => [chord, chordOf(id, usable, table)]))
}

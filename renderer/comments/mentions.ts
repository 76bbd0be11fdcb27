// Mentions in the text of a comment: `@` and a name, chosen from a list while it is typed. Pure.
import type { LauncherTask, Member } from '../../shared/api/launcher/tasks.ts'
import { maxMentions } from '../../shared/api/comments.ts'
import type { Mention } from '../../shared/ipc/launcher.ts'
import { type Piece, piecesOf } from '../../shared/links.ts'

/**
 * Members who may be mentioned: those who see the item (AUT-09), or all where that is not known. The service checks it.
 * @param task undefined for a record, which every member sees, and for a task that is not known
 */
export const mentionable = (
  members: readonly Member[],
  me: string | undefined,
  task: Pick<LauncherTask, 'createdBy' | 'assignees'> | undefined,
): Member[] =>
  members.filter(
    ({ id, seesEveryTask = true }) =>
      id !== me &&
      (task === undefined || seesEveryTask || task.createdBy === id || task.assignees.includes(id)),
  )

const isWordPart = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}_]/u.test(character)

type Place = { start: number; end: number; mention: Mention }

/** How a text may name these people: in full, or by the first word of their name. Longer names first, then full ones. */
const namesOf = (people: readonly Mention[]): { name: string; mention: Mention }[] =>
  [
    ...people.map((mention) => ({ name: mention.name, mention })),
    ...people.map((mention) => ({ name: mention.name.split(' ', 1)[0] ?? '', mention })),
  ]
    .filter(({ name }) => name !== '')
    .toSorted((a, b) => b.name.length - a.name.length)

/** The places of these people's names in a text. A longer name wins: "@Ada Lovelace" is not "@Ada". */
const placesOf = (text: string, people: readonly Mention[]): Place[] => {
  const names = namesOf(people)
  const places: Place[] = []
  let at = text.indexOf('@')
  while (at !== -1) {
    const start = at
    const named = isWordPart(text[start - 1])
      ? undefined
      : names.find(
          ({ name }) => text.startsWith(name, start + 1) && !isWordPart(text[start + 1 + name.length]),
        )
    const end = start + 1 + (named?.name.length ?? 0)
    if (named !== undefined) places.push({ start, end, mention: named.mention })
    at = text.indexOf('@', end)
  }
  return places
}

/** A piece of a comment: plain text, a web address, or a mention. */
export type CommentPiece = Piece & { isMention: boolean }

const withMentions = (text: string, mentions: readonly Mention[]): CommentPiece[] => {
  const plain = (part: string): CommentPiece[] =>
    part === '' ? [] : [{ text: part, link: null, isMention: false }]
  const pieces: CommentPiece[] = []
  let at = 0
  for (const { start, end } of placesOf(text, mentions)) {
    pieces.push(...plain(text.slice(at, start)), {
      text: text.slice(start, end),
      link: null,
      isMention: true,
    })
    at = end
  }
  return [...pieces, ...plain(text.slice(at))]
}

/** The text of a comment in pieces, in order. A name that changed since is plain text. */
export const commentPieces = (text: string, mentions: readonly Mention[]): CommentPiece[] =>
  piecesOf(text).flatMap((piece) =>
    piece.link === null ? withMentions(piece.text, mentions) : [{ ...piece, isMention: false }],
  )

/** The chosen people whom the text still names, each once. */
export const mentionsIn = (text: string, chosen: readonly Mention[]): Mention[] => {
  const places = piecesOf(text).flatMap((piece) => (piece.link === null ? placesOf(piece.text, chosen) : []))
  const named = new Map(places.map(({ mention }) => [mention.id, mention]))
  return [...named.values()].slice(0, maxMentions)
}

/** A name that is being typed: where its `@` stands, and what follows it up to the caret. */
export type TypedMention = { start: number; name: string }

/**
 * The name that is typed before the caret, of at most two words. Null where none is, or where it belongs to a mention that was
 * chosen already.
 */
export const typedMention = (
  text: string,
  caret: number,
  chosen: readonly Mention[],
): TypedMention | null => {
  const found = /(?:^|[\s("'„“])@((?:[^\s@]+(?: [^\s@]+)?)?)$/u.exec(text.slice(0, caret))
  if (found === null) return null
  const name = found[1] ?? ''
  const start = caret - name.length - 1
  return placesOf(text, chosen).some((place) => place.start === start) ? null : { start, name }
}

/** The text with a person in the place of what was typed, and the caret after them. */
export const withMention = (
  text: string,
  caret: number,
  { start }: TypedMention,
  { name }: Mention,
): { text: string; caret: number } => {
  const after = text.slice(caret)
  const inserted = `@${name}${/^\s/.test(after) ? '' : ' '}`
  return { text: text.slice(0, start) + inserted + after, caret: start + name.length + 2 }
}

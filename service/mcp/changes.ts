// The tool that lists what has changed (FED-01).
import { z } from 'zod'
import { readChanges, type Page } from '../changes/changes.ts'
import { changesFrom, newestPosition, type Position } from '../changes/changes.store.ts'
import { inPipeline } from '../db/sql.ts'
import type { Tx } from '../db/store.ts'
import type { Principal } from '../http/app-type.ts'
import { decodeCursorAs, encodeCursor } from '../http/cursor.ts'
import { recordsAmong } from '../records/records.store.ts'
import { tasksAmong } from '../tasks/tasks.store.ts'
import { fittingRows, pageAnswer, pageRows, present, refused, short } from './answers.ts'
import { kindsIn, momentOf, scopesOfKinds, zoneOf, type Tool } from './call.ts'
import type { Inputs } from './schemas.ts'
import { badCursor } from './tasks.ts'

const position = z.tuple([z.int().min(0), z.int()])
const cursorKind = 'mcp.changes'
const dayLength = 86_400_000

/** The place behind the last change before a time. Numbers have no gaps, so halving finds it. */
async function positionAt(tx: Tx, workspaceId: string, at: number): Promise<Position | undefined> {
  const newest = await newestPosition(tx, workspaceId)
  if (newest.at < at) return newest
  const [oldest] = await changesFrom(tx, workspaceId, 0, 1)
  if (oldest === undefined || oldest.at >= at) return undefined
  let before: Position = oldest
  let { number: after } = newest
  while (after - before.number > 1) {
    const middle = Math.floor((before.number + after) / 2)
    const [found] = await changesFrom(tx, workspaceId, middle, 1)
    if (found === undefined || found.at >= at) after = middle
    else before = { number: found.number, at: found.at }
  }
  return { number: before.number, at: before.at }
}

/** Titles of items of changes that the reader sees. */
async function titlesOf(tx: Tx, { workspaceId }: Principal, { changes }: Page) {
  const idsOf = (kind: 'record' | 'task') => [
    ...new Set(
      changes.flatMap((change) => {
        const item = change.item ?? change
        return item.kind === kind && change.action !== 'gone' && change.action !== 'deleted' ? [item.id] : []
      }),
    ),
  ]
  const [records, tasks] = await inPipeline([
    recordsAmong(tx, workspaceId, idsOf('record')),
    tasksAmong(tx, workspaceId, idsOf('task')),
  ])
  return new Map([...records, ...tasks].map(({ id, title }) => [id, title]))
}

export const listChanges: Tool<Inputs['list_changes']> = {
  name: 'list_changes',
  title: 'List what changed',
  description:
    'What happened since a time, oldest first: which item, what was done, by whom. Read the items for their contents. The cursor of the last page goes on where it ended, also later.',
  // Kinds that the token does not reach are left out.
  scopes: (input, principal) => scopesOfKinds(kindsIn(input, 'kinds'), principal),
  changes: 'nothing',
  run({ deps, principal }, { since, kinds, cursor }) {
    const { workspaceId } = principal
    return deps.store.read(async (tx) => {
      const decoded =
        cursor === undefined ? undefined : decodeCursorAs(position, cursorKind, workspaceId, cursor)
      if (decoded === null) return badCursor
      const zone = await zoneOf(tx, principal, deps)
      const from = since === undefined ? deps.now() - dayLength : momentOf(since, zone, 'beginning')
      if (from === undefined)
        return refused('since: write a day (2026-12-01) or an ISO 8601 time with Z or an offset.')
      const after = decoded ? { number: decoded[0], at: decoded[1] } : await positionAt(tx, workspaceId, from)
      const pageOf = (limit: number) => readChanges(tx, principal, { after, kinds, limit }, deps.sight)
      const page = await pageOf(pageRows)
      if (!page)
        return refused(
          'Changes before this are not kept any more. Leave the cursor out, and read the items again.',
        )
      const titles = await titlesOf(tx, principal, page)
      const rows = page.changes.map(({ kind, id, action, item, actor, at }) => ({
        kind,
        id,
        action,
        title: short(titles.get(item?.id ?? id) ?? '', 160),
        ...present({ on: item ?? undefined, by: actor.name }),
        at,
      }))
      // Asked again for fewer where not all fit, because only the feed knows the place behind a change.
      const shown = fittingRows(rows)
      const { position: end } = (shown < rows.length ? await pageOf(shown) : page) ?? page
      const next = encodeCursor(cursorKind, workspaceId, [end.number, end.at])
      if (rows.length === 0) return { text: `Nothing changed. To look again later: cursor: ${next}` }
      return pageAnswer(rows, () => null, { none: '', notes: [`Go on, now or later, with cursor: ${next}`] })
    })
  },
}

// Actions on what the palette suggests: pinned lists of tasks, and the order of rows.
import { CircleHelp, EyeOff, ListFilter, Pin, PinOff, SquarePen } from 'lucide-react'
import type { PinnedList } from '../../shared/ipc/launcher.ts'
import { say } from '../../shared/language.ts'
import { rowCache, syncCache } from '../items/row-cache.ts'
import { keyOf, type PaletteRow, seenOf } from '../items/rows.ts'
import { call } from '../state/bridge.ts'
import { keepLists, keys } from '../state/queries.ts'
import { searchedIn } from '../state/query.ts'
import { setQuery, showError, showNotice, usePaletteStore } from '../state/store.ts'
import { type Context, rows, type Table } from './action.ts'
import { PinListInput, RenameListInput } from './inputs/list-inputs.tsx'

/** Whether the field asks for a list of tasks. */
const isList = ({ view }: Context): boolean =>
  view === 'palette' && rowCache.stateOf(searchedIn(usePaletteStore.getState().query)) !== null

/** The pinned list that a row opens. */
const listOf = (row: PaletteRow | null): PinnedList | undefined =>
  row?.type === 'command' ? row.command.list : undefined

const openList = ({ row }: Context): void => {
  const list = listOf(row)
  if (list !== undefined) setQuery(list.query, null)
}

const removeList = ({ row, client }: Context): void => {
  const list = listOf(row)
  const lists = client.getQueryData<PinnedList[]>(keys.lists)
  if (list === undefined || lists === undefined) return
  keepLists(
    client,
    lists.filter(({ key }) => key !== list.key),
  ).then(() => showNotice(say('lists.removed', { name: list.name })), showError)
}

/** Sends a correction of the order to the main process, then shows the new order. */
const correct = ({ client, host }: Context, asked: Promise<undefined>, words: string): void => {
  asked.then(async () => {
    await syncCache()
    host.reorder?.()
    void client.invalidateQueries({ queryKey: keys.home })
    showNotice(words)
  }, showError)
}

const pin = (context: Context): void => {
  const seen = context.row === null ? null : seenOf(context.row)
  if (context.row === null || seen === null) return
  const { title } = context.row
  const pinned = !rowCache.useOf(keyOf(seen)).pinned
  correct(
    context,
    call('search.pin', { ...seen, pinned }),
    say(pinned ? 'said.pinned' : 'said.unpinned', { title }),
  )
}

const forget = (context: Context): void => {
  const seen = context.row === null ? null : seenOf(context.row)
  if (context.row === null || seen === null) return
  correct(context, call('search.forget', seen), say('said.forgot', { title: context.row.title }))
}

/** In the order of the panel. */
export const suggestionActions = {
  pinList: {
    title: 'lists.pin',
    icon: Pin,
    in: ['palette'],
    on: 'any',
    when: isList,
    group: 'suggestions',
    input: ({ client }, level) => <PinListInput client={client} {...level} />,
  },
  openList: {
    title: 'lists.open',
    icon: ListFilter,
    in: [],
    run: openList,
  },
  renameList: {
    title: 'lists.rename',
    icon: SquarePen,
    in: ['palette'],
    on: ['command'],
    when: ({ row }) => listOf(row) !== undefined,
    group: 'change',
    input: ({ row, client }, level) => {
      const list = listOf(row)
      return list === undefined ? null : <RenameListInput list={list} client={client} {...level} />
    },
  },
  removeList: {
    title: 'lists.remove',
    icon: PinOff,
    in: ['palette'],
    on: ['command'],
    when: ({ row }) => listOf(row) !== undefined,
    group: 'change',
    isDangerous: true,
    run: removeList,
  },

  why: {
    title: 'action.why',
    label: 'help.why',
    icon: CircleHelp,
    chord: 'Mod+I',
    in: ['palette'],
    on: rows,
    group: 'suggestions',
    run: ({ row, host }) => {
      if (row !== null) host.show('why')
    },
  },
  pin: {
    title: ({ use }) => say(use?.pinned === true ? 'action.unpin' : 'action.pin'),
    icon: Pin,
    iconFor: ({ use }) => (use?.pinned === true ? PinOff : Pin),
    in: ['palette'],
    on: rows,
    when: ({ use }) => use !== null,
    group: 'suggestions',
    run: pin,
  },
  forget: {
    title: 'action.forget',
    icon: EyeOff,
    in: ['palette'],
    on: rows,
    when: ({ use }) => use !== null,
    group: 'suggestions',
    run: forget,
  },
} as const satisfies Table

// The inputs of "Pin this list" and "Rename": a name, and for a new one the key.
import { useState } from 'react'
import { say } from '../../../shared/language.ts'
import type { PinnedList } from '../../../shared/ipc/launcher.ts'
import { rowCache } from '../../items/row-cache.ts'
import { listName } from '../../items/list-words.ts'
import { keepLists, useLists, useTaskOptions } from '../../state/queries.ts'
import { searchedIn } from '../../state/query.ts'
import { showError, showNotice, usePaletteStore } from '../../state/store.ts'
import { listChord, spokenKeys } from '../../ui/keyboard.ts'
import { PickList } from '../../ui/pick-list.tsx'
import type { Context, Level } from '../action.ts'

const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9]
const longestName = 100

type Given = Level & Pick<Context, 'client'>

export function PinListInput({ client, onBack, onDone }: Given) {
  const lists = useLists().data
  const options = useTaskOptions().data
  // The field behind the panel does not change meanwhile.
  const query = searchedIn(usePaletteStore((state) => state.query))
  const [text, setText] = useState(() => {
    const state = rowCache.stateOf(query)
    return state === null ? query : listName(state, options).slice(0, longestName)
  })
  const name = text.trim()
  const free = digits.filter((digit) => lists?.every(({ key }) => key !== digit) === true)
  return (
    <PickList
      name={say('lists.keys')}
      field={say('lists.name')}
      hint={say('lists.nameHint')}
      text={text}
      onType={(typed) => setText(typed.slice(0, longestName))}
      items={
        name === ''
          ? []
          : free.map((key) => ({
              id: `${key}`,
              key,
              title: say('lists.pinAs', { name }),
              shortcut: listChord(key),
            }))
      }
      none={say(name === '' ? 'lists.nameMissing' : 'lists.full')}
      onPick={({ key }) => {
        onDone()
        keepLists(client, [...(lists ?? []), { key, name, query }]).then(
          () => showNotice(say('lists.pinned', { name, keys: spokenKeys(listChord(key)) }), 'success'),
          showError,
        )
      }}
      onBack={onBack}
    />
  )
}

export function RenameListInput({ list, client, onBack, onDone }: Given & { list: PinnedList }) {
  const lists = useLists().data
  const [text, setText] = useState(list.name)
  const name = text.trim()
  return (
    <PickList
      name={say('lists.name')}
      field={say('lists.name')}
      hint={say('lists.nameHint')}
      text={text}
      onType={(typed) => setText(typed.slice(0, longestName))}
      items={name === '' ? [] : [{ id: 'rename', title: say('lists.renameTo', { name }) }]}
      none={say('lists.nameMissing')}
      onPick={() => {
        onDone()
        keepLists(
          client,
          (lists ?? []).map((one) => (one.key === list.key ? { ...one, name } : one)),
        ).catch(showError)
      }}
      onBack={onBack}
    />
  )
}

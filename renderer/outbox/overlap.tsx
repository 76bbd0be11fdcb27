// A conflict: yours beside theirs, one choice for each field.
import { useState } from 'react'
import { say } from '../../shared/language.ts'
import type { OutboxItem, TaskConflict } from '../../shared/ipc/launcher.ts'
import { fieldsIn } from '../../shared/task-fields.ts'
import { rowCache } from '../items/row-cache.ts'
import { useFields, useTaskOptions } from '../state/queries.ts'
import { Button } from '../ui/button.tsx'
import controls from '../ui/field.module.css'
import { useNow } from '../shell/window.ts'
import { keyed, recordValueWords } from '../writes/record-words.ts'
import { fieldNames, fieldWords } from '../writes/words.ts'
import css from './overlap.module.css'

const sides = ['yours', 'theirs'] as const

/** A field with both values, as text. */
interface Choice {
  key: string
  name: string
  yours: string
  theirs: string
}

/** @param onResolve the keys of the fields that overwrite theirs */
function Overlap({
  title,
  choices,
  onResolve,
}: {
  title: string
  choices: readonly Choice[]
  onResolve: (mine: string[]) => void
}) {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set())
  const choose = (key: string, side: 'yours' | 'theirs'): void =>
    setTheirs((before) => {
      const after = new Set(before)
      if (side === 'theirs') after.add(key)
      else after.delete(key)
      return after
    })
  return (
    <form
      className={css.overlap}
      aria-label={say('overlap.changes', { title })}
      onSubmit={(event) => {
        event.preventDefault()
        onResolve(choices.map(({ key }) => key).filter((key) => !theirs.has(key)))
      }}
    >
      {choices.map(({ key, name, ...words }) => (
        <fieldset key={key} className={css.field}>
          <legend className={css.name}>{name}</legend>
          {sides.map((side) => (
            <label key={side} className={css.choice}>
              <input
                type="radio"
                className={controls.box}
                name={key}
                checked={theirs.has(key) === (side === 'theirs')}
                onChange={() => choose(key, side)}
              />
              <span className={css.side}>{say(`overlap.${side}`)}</span>
              <span className={css.value}>{words[side]}</span>
            </label>
          ))}
        </fieldset>
      ))}
      <Button look="primary" type="submit">
        {say('overlap.save')}
      </Button>
    </form>
  )
}

export function TaskOverlap({
  title,
  conflict: { yours, theirs },
  onResolve,
}: {
  title: string
  conflict: TaskConflict
  onResolve: (mine: string[]) => void
}) {
  const options = useTaskOptions().data
  const now = useNow()
  const titleOf = (taskId: string): string | null => rowCache.rowOf(`task:${taskId}`)?.title ?? null
  const choices = fieldsIn(yours).map((field) => ({
    key: field,
    name: say(fieldNames[field]),
    yours: fieldWords(field, yours, options, now, titleOf),
    theirs: fieldWords(field, theirs, options, now, titleOf),
  }))
  return <Overlap title={title} choices={choices} onResolve={onResolve} />
}

/** Values are named by their fields once those are loaded, by their keys before. */
export function RecordOverlap({
  title,
  objectSlug,
  conflict: { yours, theirs },
  onResolve,
}: {
  title: string
  objectSlug: string | null
  conflict: NonNullable<OutboxItem['recordConflict']>
  onResolve: (mine: string[]) => void
}) {
  const options = useTaskOptions().data
  const fields = keyed(useFields(objectSlug ?? undefined).data?.fields ?? [])
  const now = useNow()
  const names = {
    titleOf: (id: string) => rowCache.rowOf(`record:${id}`)?.title ?? null,
    nameOf: (id: string) => options?.members.find((member) => member.id === id)?.name ?? null,
  }
  const choices = Object.keys(yours).map((key) => {
    const field = fields.find((one) => one.key === key)
    const words = (value: unknown): string =>
      (field === undefined ? JSON.stringify(value ?? null) : recordValueWords(field, value, names, now)) ||
      say('overlap.nothing')
    return { key, name: field?.name ?? key, yours: words(yours[key]), theirs: words(theirs[key]) }
  })
  return <Overlap title={title} choices={choices} onResolve={onResolve} />
}

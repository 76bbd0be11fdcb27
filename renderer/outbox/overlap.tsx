// A conflict: yours beside theirs, one choice for each field.
import { useState } from 'react'
import { say } from '../../shared/language.ts'
import type { TaskConflict } from '../../shared/ipc/launcher.ts'
import { useTaskOptions } from '../state/queries.ts'
import { Button } from '../ui/button.tsx'
import controls from '../ui/field.module.css'
import { useNow } from '../shell/window.ts'
import { type Field, fieldNames, fieldWords } from '../writes/words.ts'
import css from './overlap.module.css'

const sides = ['yours', 'theirs'] as const

export function Overlap({
  title,
  conflict,
  onResolve,
}: {
  title: string
  conflict: TaskConflict
  /** The fields that overwrite theirs. */
  onResolve: (mine: Field[]) => void
}) {
  const options = useTaskOptions().data
  const now = useNow()
  const fields = Object.keys(conflict.yours) as Field[]
  const [theirs, setTheirs] = useState<ReadonlySet<Field>>(new Set())
  const choose = (field: Field, side: 'yours' | 'theirs'): void =>
    setTheirs((before) => {
      const after = new Set(before)
      if (side === 'theirs') after.add(field)
      else after.delete(field)
      return after
    })
  return (
    <form
      className={css.overlap}
      aria-label={say('overlap.changes', { title })}
      onSubmit={(event) => {
        event.preventDefault()
        onResolve(fields.filter((field) => !theirs.has(field)))
      }}
    >
      {fields.map((field) => (
        <fieldset key={field} className={css.field}>
          <legend className={css.name}>{say(fieldNames[field])}</legend>
          {sides.map((side) => (
            <label key={side} className={css.choice}>
              <input
                type="radio"
                className={controls.box}
                name={field}
                checked={theirs.has(field) === (side === 'theirs')}
                onChange={() => choose(field, side)}
              />
              <span className={css.side}>{say(`overlap.${side}`)}</span>
              <span className={css.value}>{fieldWords(field, conflict[side], options, now)}</span>
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

// A field that the import makes for a column.
import { useState } from 'react'
import type { ImportChoices } from '../../shared/api/launcher/imports.ts'
import { say } from '../../shared/language.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import css from './import.module.css'

type Field = NonNullable<NonNullable<ImportChoices['columns']>[number]['create']>

const types = [
  'text',
  'long_text',
  'number',
  'checkbox',
  'date',
  'email',
  'url',
  'phone',
  'select',
] as const satisfies readonly Field['type'][]

export function NewField({
  column,
  suggested = 'text',
  onField,
  onClose,
}: {
  /** The name of the column, which is suggested. */
  column: string
  /** By the values of the column. */
  suggested?: Field['type'] | undefined
  onField: (field: Field) => void
  onClose: () => void
}) {
  const [name, setName] = useState(column)
  const [type, setType] = useState<Field['type']>(suggested)
  const [isNameless, setNameless] = useState(false)
  const title = say('import.newField.title', { column })
  return (
    <Dialog name={title} onClose={onClose}>
      <form
        className={css.newField}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() === '') setNameless(true)
          else onField({ name: name.trim(), type })
        }}
      >
        <h2>{title}</h2>
        <TextField
          data-first-focus
          label={say('import.newField.name')}
          autoComplete="off"
          maxLength={200}
          value={name}
          error={isNameless ? say('import.newField.nameless') : undefined}
          onChange={({ target }) => {
            setNameless(false)
            setName(target.value)
          }}
        />
        <Select
          label={say('import.newField.type')}
          value={type}
          choices={types.map((value) => ({ value, name: say(`import.type.${value}`) }))}
          onChange={setType}
        />
        <div className={css.buttons}>
          <Button onClick={onClose}>{say('common.cancel')}</Button>
          <Button type="submit" look="primary" shortcut="Enter">
            {say('import.newField.add')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

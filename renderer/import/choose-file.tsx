// The start of "Import": a file, or an import of the last days.
import { useId, useRef } from 'react'
import type { ImportSeen } from '../../shared/ipc/launcher.ts'
import { say } from '../../shared/language.ts'
import { Button } from '../ui/button.tsx'
import { stateWords } from './import-words.ts'
import css from './import.module.css'

export function ChooseFile({
  imports,
  onFile,
  onOpen,
  onDrop,
}: {
  /** Undefined before they are known. */
  imports: readonly ImportSeen[] | undefined
  onFile: (file: File) => void
  onOpen: (id: string) => void
  /** Discards a file that was not imported. */
  onDrop: (id: string) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  return (
    <>
      <section className={css.choose}>
        <Button look="primary" data-first-focus onClick={() => input.current?.click()}>
          {say('import.choose')}
        </Button>
        <p className={css.soft}>{say('import.choose.hint')}</p>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.tsv,.txt,.vcf,.json,.ics"
          onChange={({ target }) => {
            const chosen = target.files?.[0]
            // The same file can be chosen again.
            if (chosen !== undefined) onFile(chosen)
            target.value = ''
          }}
        />
      </section>
      {imports === undefined ? null : imports.length === 0 ? (
        <section className={css.section}>
          <h2 id={`${id}from`}>{say('import.choose.from')}</h2>
          <ul aria-labelledby={`${id}from`} className={css.from}>
            {(['google', 'apple', 'outlook', 'todoist', 'others'] as const).map((where) => (
              <li key={where}>{say(`import.from.${where}`)}</li>
            ))}
          </ul>
        </section>
      ) : (
        <section className={css.section}>
          <h2 id={`${id}earlier`}>{say('import.earlier')}</h2>
          <ul aria-labelledby={`${id}earlier`}>
            {imports.map((seen) => (
              <li key={seen.id} className={css.earlier}>
                <Button look="ghost" className={css.open} onClick={() => onOpen(seen.id)}>
                  <span dir="auto" className={css.name}>
                    {seen.name}
                  </span>
                  <span className={css.soft}>{stateWords(seen)}</span>
                </Button>
                {seen.state === 'looked' ? (
                  <Button
                    aria-label={say('import.dropNamed', { name: seen.name })}
                    onClick={() => onDrop(seen.id)}
                  >
                    {say('import.drop')}
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

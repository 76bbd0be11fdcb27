// The start of "Import": a file, or an import of the last days.
import { useId, useRef, useState } from 'react'
import type { ImportSeen } from '../../shared/ipc/launcher.ts'
import { say } from '../../shared/language.ts'
import { call, reasonOf } from '../state/bridge.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { reasonWords, stateWords } from './import-words.ts'
import css from './import.module.css'

/** A file that the desktop opened with the launcher. Any program can do that, so its person is asked first. */
export function OpenedFile({ name, onFile }: { name: string; onFile: (file: File) => void }) {
  const [problem, setProblem] = useState<string | null>(null)
  const read = (): void => {
    setProblem(null)
    call('imports.readOpenedFile').then(
      (opened) => onFile(new File([Uint8Array.from(opened.file)], opened.name)),
      (error: unknown) => setProblem(reasonWords(reasonOf(error))),
    )
  }
  return (
    <section className={css.choose}>
      <h2 dir="auto">{say('import.opened', { name })}</h2>
      <p className={css.soft}>{say('import.opened.text')}</p>
      {problem === null ? null : <Banner>{problem}</Banner>}
      <Button look="primary" data-first-focus onClick={read}>
        {say('import.opened.look')}
      </Button>
    </section>
  )
}

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

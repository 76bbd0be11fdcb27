// The steps by which an exported local workspace moves to a server, in plain words.
import { useState } from 'react'
import { say } from '../../shared/language.ts'
import { askToSwitch } from '../state/store.ts'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/clipboard.ts'
import { Dialog } from '../ui/dialog.tsx'
import css from './settings-view.module.css'

/** For a shell. */
export const quoted = (name: string): string =>
  /^[\w@%+=:,./-]+$/.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`

const nameIn = (path: string): string => path.split(/[\\/]/).at(-1) ?? path
const workspace = '--workspace acme'
const email = 'you@example.com'

export function ServerSteps({ file, onClose }: { file: string; onClose: () => void }) {
  const [copied, setCopied] = useState(false)
  const commands = [
    `svc import ${quoted(nameIn(file))} ${workspace} --as-owner ${email}`,
    `svc member add ${workspace} --email ${email}`,
  ]
  return (
    <Dialog name={say('local.move.title')} onClose={onClose}>
      <div className={css.question}>
        <h2 className={css.questionTitle}>{say('local.move.title')}</h2>
        <p className={css.questionText}>{say('local.move.written', { file })}</p>
        <ol className={css.steps}>
          <li>{say('local.move.copy')}</li>
          <li>
            {say('local.move.import')}
            <pre className={css.commands}>
              <code>{commands.join('\n')}</code>
            </pre>
          </li>
          <li>{say('local.move.signIn')}</li>
        </ol>
        <p className={css.questionText}>{say('local.move.note')}</p>
        <div className={css.questionButtons}>
          <Button onClick={() => void copyText(commands.join('\n')).then(() => setCopied(true))}>
            {say(copied ? 'local.move.copied' : 'local.move.copyCommands')}
          </Button>
          <Button
            onClick={() => {
              onClose()
              askToSwitch()
            }}
          >
            {say('switch.button')}
          </Button>
          <Button look="primary" data-first-focus onClick={onClose}>
            {say('common.close')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

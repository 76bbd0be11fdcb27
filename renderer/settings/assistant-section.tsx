// Settings → Assistants: the line that connects an assistant to the workspace (AGT-01).
import { useState } from 'react'
import type { Account } from '../../shared/ipc/launcher.ts'
import { say } from '../../shared/language.ts'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/clipboard.ts'
import { TextField } from '../ui/text-field.tsx'
import { quoted } from './server-steps.tsx'
import css from './settings-view.module.css'

/** An address for assistants that sign in, or the command that serves the local workspace, whose owner has no password. */
export const lineFor = (
  { kind, workspaceAddress }: Pick<Account, 'kind' | 'workspaceAddress'>,
  database: string,
): string =>
  kind === 'local' ? `svc mcp --database ${quoted(`file:${database}`)}` : `${workspaceAddress}/mcp`

/** @param database path of the local workspace's */
export function AssistantSection({ account, database }: { account: Account; database: string }) {
  const [copied, setCopied] = useState(false)
  const line = lineFor(account, database)
  const isLocal = account.kind === 'local'
  return (
    <section className={css.section} aria-labelledby="settings-assistants">
      <h2 id="settings-assistants">{say('assistants.title')}</h2>
      <div className={css.fields}>
        <TextField
          label={say(isLocal ? 'assistants.command' : 'assistants.address')}
          hint={say(isLocal ? 'assistants.commandHint' : 'assistants.addressHint')}
          readOnly
          value={line}
          onFocus={({ target }) => target.select()}
        />
        <div className={css.buttons}>
          <Button onClick={() => void copyText(line).then(() => setCopied(true))}>
            {say(copied ? 'local.move.copied' : 'assistants.copy')}
          </Button>
        </div>
      </div>
    </section>
  )
}

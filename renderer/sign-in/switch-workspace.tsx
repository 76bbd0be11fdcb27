// "Switch workspace…": the workspaces that the launcher knows, and the way to another one (APP-01).
import { useState } from 'react'
import type { KnownWorkspace } from '../../shared/ipc/launcher.ts'
import { say } from '../../shared/language.ts'
import { call } from '../state/bridge.ts'
import { useWorkspaces } from '../state/queries.ts'
import { askToSwitch, showError, wantAddress } from '../state/store.ts'
import { ChoicePanel } from '../ui/choice-panel.tsx'

const elsewhere = ''

export const workspaceName = ({ kind, name, address }: KnownWorkspace): string =>
  kind === 'local' ? say('local.title') : (name ?? address)

const detailOf = (workspace: KnownWorkspace): string => {
  const { kind, address, person, waiting } = workspace
  const place = kind === 'local' ? say('switch.here') : address.replace(/^https?:\/\//, '')
  const who = person === null ? place : say('switch.detail', { person, address: place })
  return waiting === 0
    ? who
    : `${say('switch.waiting', { count: waiting, workspace: workspaceName(workspace) })} · ${who}`
}

export function SwitchWorkspace() {
  const known = useWorkspaces().data
  /** The workspace that opens. A local one may take a moment, and what is typed now would be lost. */
  const [opening, setOpening] = useState<string | null>(null)
  if (known === undefined) return null
  const choose = (id: string): void => {
    if (opening !== null) return
    if (id === known.present) return askToSwitch(false)
    setOpening(id)
    wantAddress(id === elsewhere)
    const chosen = id === elsewhere ? call('workspaces.leave') : call('workspaces.switch', { key: id })
    chosen
      .catch((error: unknown) => {
        wantAddress(false)
        showError(error)
      })
      .finally(() => askToSwitch(false))
  }
  const candidates = [
    ...known.workspaces.map((workspace) => ({
      id: workspace.key,
      name: workspaceName(workspace),
      detail: opening === workspace.key ? say('signIn.opening') : detailOf(workspace),
    })),
    { id: elsewhere, name: say('switch.elsewhere') },
  ]
  return (
    <ChoicePanel
      question={say('switch.title')}
      candidates={candidates}
      current={known.present}
      onChoose={({ id }) => choose(id)}
      onClose={() => askToSwitch(false)}
    />
  )
}

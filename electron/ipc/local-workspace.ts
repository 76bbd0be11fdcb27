// Settings → Local workspace: its owner's name, backup, restore, export and folder.
import { basename } from 'node:path'
import { failed, type Reply, succeeded } from '../../shared/errors.ts'
import type { Account, PreparedRestore, Session } from '../../shared/ipc/launcher.ts'
import { say } from '../../shared/language.ts'
import type { FileDialogs } from '../desktop/file-dialogs.ts'
import type { ServiceHost } from '../local-service/service-host.ts'

export type LocalWorkspace = {
  rename: (name: string) => Promise<Reply<Session>>
  /** Asks for a file and writes it. @returns its path, or null if none was chosen */
  backUp: () => Promise<Reply<{ file: string } | null>>
  exportForServer: () => Promise<Reply<{ file: string } | null>>
  /** Asks for a backup and checks it. Nothing changes before `restore`. */
  chooseBackup: () => Promise<Reply<PreparedRestore | null>>
  /** Puts the checked backup in the place of the workspace, and signs in to it. @returns where the previous one is kept */
  restore: () => Promise<Reply<{ kept: string }>>
  cancelRestore: () => Promise<Reply<undefined>>
  openFolder: () => Reply<undefined>
}

export const createLocalWorkspace = ({
  session,
  service,
  signIn,
  dialogs,
  showInFolder,
  databaseFile,
  onProgress,
  onRenamed,
  now,
}: {
  session: {
    account: () => Account | null
    signOut: () => Promise<Session>
    renamed: (name: string) => Promise<Session>
  }
  service: Pick<
    ServiceHost,
    'rename' | 'backUp' | 'exportTo' | 'prepareRestore' | 'applyRestore' | 'cancelRestore'
  >
  /** Signs in to the local workspace. */
  signIn: () => Promise<Reply<Session>>
  dialogs: Pick<FileDialogs, 'save' | 'open'>
  showInFolder: (path: string) => void
  databaseFile: string
  /** Rows or lines so far. */
  onProgress: (count: number) => void
  onRenamed: () => void
  now: () => Date
}): LocalWorkspace => {
  const here = async <T>(work: () => Promise<Reply<T>>): Promise<Reply<T>> =>
    session.account()?.kind === 'local'
      ? work()
      : failed({ kind: 'signedOut', message: say('main.signInAgain') })

  /** The local date, because it becomes part of a name for people. */
  const today = (): string => {
    const date = now()
    const two = (part: number): string => String(part).padStart(2, '0')
    return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  }

  const write = async (
    asked: Parameters<FileDialogs['save']>[0],
    work: (file: string) => Promise<Reply<undefined>>,
  ): Promise<Reply<{ file: string } | null>> => {
    const file = await dialogs.save(asked)
    if (file === null) return succeeded(null)
    const written = await work(file)
    return written.ok ? succeeded({ file }) : written
  }

  const backupKind = () => ({ name: say('local.backupFile'), extension: 'backup' })

  return {
    rename: (name) =>
      here(async () => {
        const renamed = await service.rename(name)
        if (!renamed.ok) return renamed
        const shown = await session.renamed(name)
        onRenamed()
        return succeeded(shown)
      }),

    backUp: () =>
      here(() =>
        write(
          { title: say('local.backUp'), fileName: `svc-launcher-${today()}.backup`, kind: backupKind() },
          (file) => service.backUp(file, onProgress),
        ),
      ),

    exportForServer: () =>
      here(() =>
        write(
          {
            title: say('local.move'),
            fileName: `svc-launcher-${today()}.ndjson`,
            kind: { name: say('local.exportFile'), extension: 'ndjson' },
          },
          (file) => service.exportTo(file, onProgress),
        ),
      ),

    chooseBackup: () =>
      here(async () => {
        const file = await dialogs.open({ title: say('local.restore'), kind: backupKind() })
        if (file === null) return succeeded(null)
        const prepared = await service.prepareRestore(file, onProgress)
        return prepared.ok
          ? succeeded({ ...prepared.value, keptAs: basename(prepared.value.keptAs) })
          : prepared
      }),

    restore: () =>
      here(async () => {
        // Its tokens are not in the backup, and its rows may not be.
        await session.signOut()
        const kept = await service.applyRestore()
        const signedIn = await signIn()
        if (!kept.ok) return kept
        return signedIn.ok ? succeeded({ kept: kept.value }) : signedIn
      }),

    cancelRestore: service.cancelRestore,

    openFolder: () => {
      showInFolder(databaseFile)
      return succeeded(undefined)
    },
  }
}

// The message about an import that has ended.
import type { ImportSeen } from '../../shared/ipc/launcher.ts'
import { say } from '../../shared/language.ts'
import type { Notice } from '../state/store.ts'

/** Null where its person has just done it themselves. */
export function importNews({
  state,
  name,
  result,
}: Pick<ImportSeen, 'state' | 'name' | 'result'>): Pick<Notice, 'text' | 'tone'> | null {
  switch (state) {
    case 'done':
      return {
        text: say('import.news.done', { name, count: (result?.created ?? 0) + (result?.updated ?? 0) }),
        tone: 'success',
      }
    case 'failed':
      return { text: say('import.news.failed', { name }), tone: 'danger' }
    case 'undone':
      return { text: say('import.news.undone', { name }), tone: 'success' }
    case 'looked':
    case 'running':
    case 'undoing':
    case 'cancelled':
      return null
  }
}

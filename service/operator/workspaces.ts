// Workspaces are created and changed by operators only; HTTP has no such routes (GEN-09).
import type { Language } from '../../shared/language.ts'
import { prefixedId } from '../base/ids.ts'
import type { Store, Tx } from '../db/store.ts'
import type { Workspace } from '../access/workspaces.store.ts'
import type { Plan } from '../base/caller.rules.ts'
import { operatorError } from '../base/operator-error.ts'
import { workspaceBySlug, insertWorkspace, updateWorkspace } from '../access/workspaces.store.ts'
import { insertTaskStatus } from '../tasks/task-settings.store.ts'
import { lockWorkspace } from '../db/lock.ts'

/** The task statuses of a new workspace (LCH-09). Slugs are the same in every language. */
const statusesIn = (language: Language) =>
  [
    { slug: 'todo', names: { en: 'To do', de: 'Offen' }, color: '#8b93a7', icon: 'circle' },
    {
      slug: 'in-progress',
      names: { en: 'In progress', de: 'In Arbeit' },
      color: '#3b82f6',
      icon: 'circle-dot',
    },
    { slug: 'in-review', names: { en: 'In review', de: 'In Prüfung' }, color: '#a855f7', icon: 'eye' },
    { slug: 'done', names: { en: 'Done', de: 'Erledigt' }, color: '#22a06b', icon: 'check-circle' },
  ].map(({ slug, names, color, icon }, position) => ({
    slug,
    name: names[language],
    color,
    icon,
    isComplete: slug === 'done',
    isDefault: slug === 'todo',
    position,
  }))

export const defaultStatuses = statusesIn('en')

/** The workspace of this slug, or an operator error that names it. */
export async function workspaceOf(tx: Tx, slug: string): Promise<Workspace> {
  const workspace = await workspaceBySlug(tx, slug)
  if (!workspace) throw operatorError('not_found', `There is no workspace \`${slug}\`.`)
  return workspace
}

/** The workspace of this slug, locked until the commit. */
export async function lockedWorkspaceOf(tx: Tx, slug: string): Promise<Workspace> {
  const workspace = await workspaceOf(tx, slug)
  await lockWorkspace(tx, workspace.id)
  return workspace
}

/**
 * A workspace with its task statuses.
 * @param input.language of their names; the default is English
 * @throws OperatorError `already_exists`
 */
export async function createWorkspaceIn(
  tx: Tx,
  input: {
    slug: string
    name: string
    plan: Plan
    memberLimit: number | null
    language?: Language | undefined
    at: number
  },
): Promise<Workspace> {
  const { at, language = 'en', ...rest } = input
  if (await workspaceBySlug(tx, rest.slug)) {
    throw operatorError('already_exists', `A workspace \`${rest.slug}\` exists already.`)
  }
  const workspace = { id: prefixedId('wsp'), ...rest, createdAt: at }
  await insertWorkspace(tx, workspace)
  for (const status of statusesIn(language)) {
    await insertTaskStatus(tx, workspace.id, { id: prefixedId('sts'), ...status })
  }
  return workspace
}

/** Changes name, plan or member limit; what is absent stays. */
export const setWorkspace = (
  store: Store,
  slug: string,
  change: { name?: string; plan?: Plan; memberLimit?: number | null },
): Promise<Workspace> =>
  store.write(async (tx) => {
    const workspace = await workspaceOf(tx, slug)
    await updateWorkspace(tx, workspace.id, change)
    return workspaceOf(tx, slug)
  })

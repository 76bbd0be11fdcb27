// The table of actions: every action of the launcher once. Palette, brief, browse, detail pane, panel, commands, help and settings
// read it by actions.ts.
import type { Table } from './action.ts'
import { rowActions } from './row-actions.ts'
import { viewActions } from './view-actions.ts'

export const actions = { ...rowActions, ...viewActions } as const satisfies Table

export type ActionId = keyof typeof actions

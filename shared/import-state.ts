// States of an import in which the service writes.
import type { Import } from './api/launcher/imports.ts'

/** Whether the import, or its undo, is under way. */
export const isActive = ({ state }: Pick<Import, 'state'>): boolean =>
  state === 'running' || state === 'undoing'

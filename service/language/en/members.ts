// Members, keys and the workspace.
export const members = {} as const

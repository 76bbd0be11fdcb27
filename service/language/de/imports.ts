// Imports.
export const imports = {}

import { expect, test } from 'vitest'
import { lineFor } from './assistant-section.tsx'

test.each([
  ['remote', '/x/workspace.db', 'https://acme.example/mcp'],
  ['local', '/x/workspace.db', 'svc mcp --database file:/x/workspace.db'],
  [
    'local',
    "/x/Ada's files/workspace.db",
    String.raw`svc mcp --database 'file:/x/Ada'\''s files/workspace.db'`,
  ],
] as const)('AGT-01 the line of a %s workspace with the database %s', (kind, database, line) => {
  expect(lineFor({ kind, workspaceAddress: 'https://acme.example' }, database)).toBe(line)
})

import { mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { profileRefusal } from './profile-folder.ts'

const parent = mkdtempSync(join(tmpdir(), 'svc-profile-'))

test('APP-09 a missing profile is created, accessible to its owner only', () => {
  const folder = join(parent, 'new', 'profile')
  expect(profileRefusal(folder)).toBeNull()
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('APP-06 a profile that cannot be created is refused with a remedy', () => {
  const file = join(parent, 'file')
  writeFileSync(file, '')
  expect(profileRefusal(join(file, 'profile'))).toBe(
    `Svc Launcher cannot write to its folder ${join(file, 'profile')} (ENOTDIR). Make it writable, or choose another with --user-data-dir=FOLDER.`,
  )
})

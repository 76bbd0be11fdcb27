// Reads the sealing keys from SVC_SEALING_KEY, or from a file that only its owner can read. They are never logged.
import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { defaultSealingKeyFile } from '../base/config.ts'
import { isStoreError, storeError } from '../base/store-error.ts'
import type { Store } from '../db/store.ts'
import { createSeal, missingKeySentence, type Seal } from './sealing.ts'
import { sealedBeginnings } from './sealed.store.ts'

const keyLength = 32

/** Reads keys in base64. @param source the name of the text in errors */
function readKeys(text: string, source: string): Buffer[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  const keys = words.map((word) => Buffer.from(word, 'base64'))
  if (keys.length > 0 && keys.every((key) => key.length === keyLength)) return keys
  throw storeError(
    'sealing_key_wrong',
    `${source} does not hold sealing keys of 32 bytes in base64. To make one: openssl rand -base64 32`,
  )
}

const failedWith = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code

/** Creates the file atomically. If another process was faster, its key is used. */
function makeKeyFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  try {
    const file = openSync(draft, 'wx', 0o600)
    writeSync(file, `${randomBytes(keyLength).toString('base64')}\n`)
    fsyncSync(file)
    closeSync(file)
    linkSync(draft, path)
  } catch (error) {
    if (!failedWith(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function readKeyFile(path: string, purpose: 'seal' | 'open'): Buffer[] {
  const read = () => readKeys(readFileSync(path, 'utf8'), `The file ${path}`)
  try {
    return read()
  } catch (error) {
    if (!failedWith(error, 'ENOENT')) throw error
  }
  // A new key would hide that the one for sealed secrets is missing.
  if (purpose === 'open') return []
  makeKeyFile(path)
  return read()
}

/**
 * The seal of one service. A key file is read when first needed, and created when something is first sealed, so that a
 * service without secrets needs none.
 * @param input.file instead of SVC_SEALING_KEY, and of the file beside the user's data directory
 * @throws StoreError `sealing_key_wrong`, at once if SVC_SEALING_KEY is not a key
 */
export function openSeal(input: { file?: string | undefined; env?: NodeJS.ProcessEnv } = {}): Seal {
  const { file, env = process.env } = input
  const given = file === undefined ? env['SVC_SEALING_KEY'] : undefined
  let keys = given === undefined ? [] : readKeys(given, 'SVC_SEALING_KEY')
  const path = file ?? defaultSealingKeyFile(process.platform, env)
  return createSeal((purpose) => {
    try {
      if (keys.length === 0) keys = readKeyFile(path, purpose)
      return keys
    } catch (error) {
      if (isStoreError(error)) throw error
      throw storeError('sealing_key_wrong', `The sealing key file ${path} cannot be read or made.`, error)
    }
  })
}

/**
 * The sentence about the first key that the database needs and the service does not have.
 * @param at epoch milliseconds
 * @param lost ids of keys that the operator has declared lost
 */
export async function missingKeyOf(
  store: Store,
  seal: Seal,
  at: number,
  lost: readonly string[] = [],
): Promise<string | undefined> {
  for (const beginning of await store.read((tx) => sealedBeginnings(tx, at))) {
    const id = seal.missingKey(beginning)
    if (id !== undefined && !lost.includes(id)) return missingKeySentence(id)
  }
  return undefined
}

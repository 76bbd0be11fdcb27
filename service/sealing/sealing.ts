// Seals secrets that must be read again (environment variables, webhook secrets) with AES-256-GCM (CLI-02). The keys are
// outside the database, so that a copy of it opens nothing.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { storeError } from '../base/store-error.ts'

export type Seal = {
  /** @param context what the text belongs to; only the same context opens it, so a sealed text cannot be moved */
  seal(text: string, context: string): string
  /** @throws StoreError `sealing_key_wrong` when none of the keys opens it */
  open(sealed: string, context: string): string
  /** The id of the key that a sealed text needs, if the service lacks it; undefined for texts of other formats. */
  missingKey(sealed: string): string | undefined
}

const version = 'v1'
const nonceLength = 12
const tagLength = 16

/** Identifies a key without revealing it. */
const keyId = (key: Buffer) =>
  createHash('sha256').update('svc sealing key').update(key).digest('hex').slice(0, 8)

export const missingKeySentence = (id: string): string =>
  `The database holds secrets that are sealed with key ${id}, which is not among the sealing keys. Give that key by SVC_SEALING_KEY or --sealing-key-file; if it is lost, serve with --lost-sealing-key ${id} and write those secrets again.`

const damaged = () => storeError('database_corrupt', 'A sealed secret in the database was changed or moved.')

/**
 * Seals as `v1.<key id>.<nonce, tag and text in base64url>`.
 * @param keys 32 bytes each: the first seals, all open, so that keys can be rotated; called when first needed
 */
export function createSeal(keys: (purpose: 'seal' | 'open') => readonly Buffer[]): Seal {
  const find = (id: string) => keys('open').find((key) => keyId(key) === id)

  return {
    seal(text, context) {
      const [key] = keys('seal')
      if (!key) throw new Error('There is no sealing key.')
      const id = keyId(key)
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      cipher.setAAD(Buffer.from(`${version}.${id}.${context}`))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${version}.${id}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`
    },

    open(sealed, context) {
      const [format, id = '', body = ''] = sealed.split('.')
      if (format !== version) throw damaged()
      const key = find(id)
      if (!key) throw storeError('sealing_key_wrong', missingKeySentence(id))
      const bytes = Buffer.from(body, 'base64url')
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceLength), {
          authTagLength: tagLength,
        })
        decipher.setAAD(Buffer.from(`${version}.${id}.${context}`))
        decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength))
        const text = decipher.update(bytes.subarray(nonceLength + tagLength), undefined, 'utf8')
        return text + decipher.final('utf8')
      } catch {
        throw damaged()
      }
    },

    missingKey(sealed) {
      const [format, id] = sealed.split('.')
      return format === version && id !== undefined && !find(id) ? id : undefined
    },
  }
}

/** The context of an environment variable. */
export const variableContext = (
  workspaceId: string,
  place: { projectId: string; environment: string },
  key: string,
): string => `environment/${workspaceId}/${place.projectId}/${place.environment}/${key}`

/** The context of an answer that is kept for an `Idempotency-Key`. @param exchangeId names the request */
export const answerContext = (workspaceId: string, exchangeId: string): string =>
  `idempotency ${workspaceId} ${exchangeId}`

// Why the database cannot be used, in one clear sentence each. The engine's own error stays as the cause.

export type StoreErrorCode =
  | 'database_unsupported'
  | 'database_unreadable'
  | 'database_corrupt'
  | 'database_newer'
  | 'database_older'
  | 'database_foreign'
  | 'database_locked'
  | 'database_served'
  | 'database_full'
  | 'database_timeout'
  | 'database_empty'
  | 'database_unreachable'
  | 'database_missing'
  | 'database_refused'
  | 'database_untrusted'
  | 'database_busy'
  | 'database_read_only'
  | 'sealing_key_wrong'

export type StoreError = Error & { storeCode: StoreErrorCode }

export const storeError = (storeCode: StoreErrorCode, message: string, cause?: unknown): StoreError =>
  Object.assign(new Error(message, { cause }), { storeCode })

export const isStoreError = (error: unknown): error is StoreError =>
  error instanceof Error && 'storeCode' in error && typeof error.storeCode === 'string'

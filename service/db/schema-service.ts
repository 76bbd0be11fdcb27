// The tables of what the service keeps beside the contents of workspaces: keys, sign-ins, webhooks, answers of repeatable
// requests, sealed variables, and what several processes share.
import type { Json, Milliseconds } from './column-types.ts'

export type AccessKeyTable = {
  id: string
  workspace_id: string
  owner_id: string
  name: string
  /** SHA-256 of the token, hexadecimal. The token itself is nowhere. */
  token_hash: string
  scopes: Json
  created_at: Milliseconds
  expires_at: Milliseconds | null
  revoked_at: Milliseconds | null
  /** Stored at most once a minute. */
  last_used_at: Milliseconds | null
}

/** A one-time link by which a person joins a workspace or sets a new password. */
export type AccountLinkTable = {
  workspace_id: string
  /** SHA-256 of the token in the link, hexadecimal. */
  token_hash: string
  id: string
  kind: 'invitation' | 'password_reset'
  /** The recipient's. */
  email: string
  name: string
  /** The role that an invitation gives. */
  role: 'owner' | 'admin' | 'member'
  /** The person of a password reset. */
  person_id: string | null
  /** The member who made it; null for the operator. */
  created_by: string | null
  created_at: Milliseconds
  expires_at: Milliseconds
}

/** oidc-provider's models. Ids are hashes wherever the id is itself a token. */
export type OauthPayloadTable = {
  model: string
  id: string
  payload: Json
  grant_id: string | null
  uid: string | null
  consumed_at: Milliseconds | null
  expires_at: Milliseconds | null
}

/** Which person and workspace a grant stands for. */
export type OauthGrantTable = {
  grant_id: string
  workspace_id: string
  person_id: string
  created_at: Milliseconds
  /** As the launcher named its device. */
  device_name: string | null
  /** When an access token was last issued. */
  last_used_at: Milliseconds | null
}

/** Signing keys and cookie keys, made once. */
export type OauthSecretTable = { name: string; value: string }

/** One-time sign-in codes of the embedded service, stored as hashes. */
export type SignInCodeTable = {
  code_hash: string
  person_id: string
  expires_at: Milliseconds
  used_at: Milliseconds | null
}

/** An endpoint for a workspace's events. */
export type WebhookTable = {
  workspace_id: string
  id: string
  url: string
  /** Names of events. */
  events: Json
  description: string | null
  /** As it is sealed; what can sign is never stored in the open. */
  secret: string
  /** Signs beside the new one until the time below, and not after it. */
  previous_secret: string | null
  previous_secret_until: Milliseconds | null
  status: 'enabled' | 'disabled'
  disabled_reason: string | null
  /** The first failed attempt since the last one that succeeded. */
  failing_since: Milliseconds | null
  created_by: string
  created_at: Milliseconds
  updated_at: Milliseconds
}

export type WebhookEventTable = {
  workspace_id: string
  id: string
  type: string
  /** The text that is sent and signed, byte for byte. */
  body: Json
  created_at: Milliseconds
}

export type WebhookDeliveryTable = {
  workspace_id: string
  webhook_id: string
  event_id: string
  status: 'pending' | 'delivered' | 'failed' | 'cancelled'
  /** Finished ones: an attempt that died with its sender does not count. */
  attempts: number
  /** Grows with every claim, so that who lost a claim cannot speak for the delivery any more. */
  claims: number
  /** When it is tried next; while it is being tried, when the sender is given up. */
  due_at: Milliseconds
  /** The event's time, or that of the test. */
  created_at: Milliseconds
  last_attempt_at: Milliseconds | null
  response_status: number | null
  response_body: string | null
  response_encoding: 'utf-8' | 'base64' | null
  /** How long the last attempt took. */
  duration_ms: number | null
  error: string | null
}

/** The answer to a request that carried an `Idempotency-Key` (GEN-12). */
export type IdempotencyTable = {
  workspace_id: string
  /** A digest of caller, route and key: the key itself is nowhere. */
  id: string
  /** A digest of what was sent. */
  fingerprint: string
  created_at: Milliseconds
  status: number
  headers: Json
  /** Sealed, because an answer can hold a secret that is shown once. */
  body: string
}

export type ProjectTable = {
  workspace_id: string
  id: string
  slug: string
  name: string
  created_at: Milliseconds
}

export type EnvironmentTable = {
  workspace_id: string
  project_id: string
  name: string
  /** Grows by one with every change of its variables. */
  version: number
  updated_at: Milliseconds
}

export type EnvironmentVariableTable = {
  workspace_id: string
  project_id: string
  environment: string
  name: string
  /** The value, as it is sealed. */
  sealed: string
  /** The environment's version in which it last changed. */
  version: number
  updated_by: string
  updated_at: Milliseconds
}

/** Counts that several processes share, by name. */
export type CounterTable = { name: string; count: number; ends_at: Milliseconds }

/** Written to see whether writes are written. */
export type HealthCheckTable = { id: string; checked_at: Milliseconds }

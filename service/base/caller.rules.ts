// The caller of a request: role, plan and membership, and the actor of an event.

export type Role = 'owner' | 'admin' | 'member'
export type Plan = 'free' | 'pro'

/** A member and the workspace, as far as a request needs them: read by one statement. */
export type Membership = {
  role: Role
  plan: Plan
  workspaceName: string
  workspaceSlug: string
  memberLimit: number | null
  /** Counted where there is a limit; else 0. */
  activeMembers: number
}

/** A developer key, a person in the launcher or the browser, or the operator's command line. */
export type Actor = {
  type: 'key' | 'user' | 'operator'
  id: string
  /** The owner of the key. */
  ownerId?: string
  /** The channel through which a person acted; absent for a browser. */
  through?: { type: 'sign_in' } | { type: 'import' | 'calendar' | 'assistant'; id: string }
  /** The request, which the log names. */
  requestId?: string | undefined
}

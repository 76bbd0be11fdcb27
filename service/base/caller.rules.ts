// Who calls: role and plan, what a request needs to know of a membership, and the actor of an event.

export type Role = 'owner' | 'admin' | 'member'
export type Plan = 'free' | 'pro'

/** What a request needs to know of a member and the workspace, in one statement. */
export type Standing = {
  role: Role
  plan: Plan
  workspaceName: string
  workspaceSlug: string
  memberLimit: number | null
  /** Counted where there is a limit; else 0. */
  activeMembers: number
}

/** A developer key, a person in the launcher, or the operator's command line. */
export type Actor = { type: 'key' | 'user' | 'operator'; id: string }

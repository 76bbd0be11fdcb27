// Sign-in, consent and the links of invitations.
export const signIn = {} as const

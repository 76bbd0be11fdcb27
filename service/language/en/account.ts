// Profile, password and sign-ins of a person.
export const account = {} as const

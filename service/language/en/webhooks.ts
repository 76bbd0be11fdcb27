// Webhooks, deliveries and changes.
export const webhooks = {} as const

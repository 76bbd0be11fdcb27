// Webhooks, deliveries and changes.
export const webhooks = {}

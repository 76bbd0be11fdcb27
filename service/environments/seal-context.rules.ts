// What a sealed text belongs to. It opens under the same context only, so that it cannot be moved in the database.

/** Of an environment variable. */
export const variableContext = (
  workspaceId: string,
  place: { projectId: string; environment: string },
  key: string,
): string => `environment/${workspaceId}/${place.projectId}/${place.environment}/${key}`

/** Of an answer that is kept for an `Idempotency-Key`. @param exchangeId names the request */
export const answerContext = (workspaceId: string, exchangeId: string): string =>
  `idempotency ${workspaceId} ${exchangeId}`

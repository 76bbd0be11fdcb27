// What a sealed text belongs to. It opens under the same context only, so that it cannot be moved in the database.

export const variableContext = (
  workspaceId: string,
  place: { projectId: string; environment: string },
  key: string,
): string => `environment/${workspaceId}/${place.projectId}/${place.environment}/${key}`

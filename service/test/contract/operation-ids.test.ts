import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDocument } from '../proof/document.ts'
import { startTestService, type TestService } from '../testing.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

/** Clients that are made from the document call their functions so: a name is changed only as a route would be. */
const names: Readonly<Record<string, string>> = {
  'GET /healthz': 'checkLiveness',
  'GET /readyz': 'checkReadiness',
  'POST /v1/launcher/tasks': 'createLauncherTask',
  'GET /v1/launcher/tasks': 'listLauncherTasks',
  'PATCH /v1/launcher/tasks/{taskId}': 'updateLauncherTask',
  'DELETE /v1/launcher/tasks/{taskId}': 'archiveLauncherTask',
  'GET /v1/launcher/tasks/{taskId}': 'getLauncherTask',
  'GET /v1/launcher/task-statuses': 'listLauncherTaskStatuses',
  'GET /v1/launcher/task-options': 'getTaskOptions',
  'GET /v1/launcher/search': 'search',
  'GET /v1/launcher/objects': 'listBrowsableObjects',
  'GET /v1/launcher/objects/{objectSlug}/records': 'browseRecords',
  'GET /v1/launcher/recent-records': 'listRecentRecords',
  'GET /v1/launcher/brief': 'getBrief',
  'GET /v1/whoami': 'getIdentity',
  'GET /v1/objects': 'listObjects',
  'GET /v1/objects/{object}/fields': 'listFields',
  'GET /v1/records': 'listRecords',
  'POST /v1/records': 'createRecord',
  'GET /v1/records/{id}': 'getRecord',
  'PUT /v1/records/{id}': 'upsertRecord',
  'PATCH /v1/records/{id}': 'updateRecord',
  'DELETE /v1/records/{id}': 'archiveRecord',
  'POST /v1/records/{id}/restore': 'restoreRecord',
  'POST /v1/records/query': 'queryRecords',
  'POST /v1/records/batch': 'batchRecords',
  'GET /v1/records/{id}/comments': 'listComments',
  'POST /v1/records/{id}/comments': 'createComment',
  'GET /v1/tasks': 'listTasks',
  'POST /v1/tasks': 'createTask',
  'GET /v1/tasks/{taskId}': 'getTask',
  'PATCH /v1/tasks/{taskId}': 'updateTask',
  'DELETE /v1/tasks/{taskId}': 'archiveTask',
  'GET /v1/task-statuses': 'listTaskStatuses',
  'GET /v1/members': 'listMembers',
  'GET /v1/webhooks/events': 'listWebhookEvents',
  'GET /v1/webhooks': 'listWebhooks',
  'POST /v1/webhooks': 'createWebhook',
  'GET /v1/webhooks/{id}': 'getWebhook',
  'PATCH /v1/webhooks/{id}': 'updateWebhook',
  'DELETE /v1/webhooks/{id}': 'deleteWebhook',
  'POST /v1/webhooks/{id}/rotate-secret': 'rotateWebhookSecret',
  'POST /v1/webhooks/{id}/test': 'testWebhook',
  'GET /v1/webhooks/{id}/deliveries': 'listDeliveries',
  'POST /v1/webhooks/{id}/deliveries/{deliveryId}/resend': 'resendDelivery',
  'GET /cli/v1/projects': 'listProjects',
  'GET /cli/v1/projects/{project}/env': 'listVariables',
  'PUT /cli/v1/projects/{project}/env': 'writeVariables',
}

test('GEN-11 every operation has a name of its own, which stays', async () => {
  const operations = await readDocument(service.baseUrl)
  expect(Object.fromEntries(operations.map(({ name, id }) => [name, id]))).toEqual(names)
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length)
})

import { expect, onTestFinished, test } from 'vitest'
import { encodeCursor } from '../../http/cursor.ts'
import { startTestService } from '../../test/testing.ts'

test.each([1.5, 1e19])(
  'GEN-06 GEN-12 a question’s cursor at %d is refused: nothing was created then',
  async (createdAt) => {
    const service = await startTestService()
    onTestFinished(() => service.close())
    const acme = await service.createWorkspace({ slug: 'acme' })
    const { id } = await service.createObject(acme, 'companies')
    const key = await service.createKey(acme, await service.addMember(acme, { role: 'member' }), [
      'records:read',
    ])
    const ask = async (at: number) => {
      const asked = { object: 'companies', filter: {}, sorts: [] }
      const filters = JSON.stringify([acme.id, id, asked.filter, asked.sorts])
      const cursor = encodeCursor('developer.records.query', filters, [[], at, 'id'])
      const answer = await fetch(`${service.baseUrl}/v1/records/query`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...asked, cursor }),
      })
      return answer.status
    }
    expect([await ask(1_700_000_000_000), await ask(createdAt)]).toEqual([200, 400])
  },
)

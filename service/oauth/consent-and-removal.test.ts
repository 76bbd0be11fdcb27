// A removal in the moment in which the person allows the launcher.
import { expect, onTestFinished, test, vi } from 'vitest'
import { removeMember } from '../operator/members.ts'
import { startTestService } from '../test/testing.ts'
import { askAuthorization, signInFully } from './oauth-testing.ts'

test('AUT-10 a consent that meets the removal gives nothing that works when the person is back', async () => {
  const service = await startTestService()
  onTestFinished(() => service.close())
  const acme = await service.createWorkspace({ slug: 'acme' })
  const globex = await service.createWorkspace({ slug: 'globex' })
  const { email } = await service.addMember(acme, { role: 'member' })
  const person = await service.addMember(globex, { role: 'member', email })
  const { config, jar } = await signInFully(service.baseUrl, person, { workspace: globex.id })
  const { url } = await askAuthorization(config)
  const consent = await jar.follow(url.href)
  const removing = vi.spyOn(service.store, 'write').mockImplementationOnce(async (run, workspaceId) => {
    removing.mockRestore()
    await removeMember(service.store, { workspace: 'acme', email, at: service.now() })
    return await service.store.write(run, workspaceId)
  })
  const answer = await jar.submit(consent, { decision: 'allow', workspace: acme.id })
  expect(answer.text).toContain('Choose a workspace.')
  expect(await service.store.read((tx) => tx.members.standing(acme.id, person.personId))).toBeUndefined()
})

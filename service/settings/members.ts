// Members: invite, change roles, remove, and links for a new password (AUT-12, AUT-13).
import { z } from 'zod'
import { emailAddress } from '../../shared/api/primitives.ts'
import { say, type PlainKey } from '../language/say.ts'
import { html, withCode, type Html } from '../oauth/pages/html.ts'
import { done } from '../base/operator-error.ts'
import {
  createResetLinkIn,
  inviteIn,
  linkPath,
  listInvitationsIn,
  withdrawInvitationIn,
} from '../operator/account-links.ts'
import { changeRoleIn, previewRole, removeMemberIn, shownName } from '../operator/members.ts'
import { shownEmail } from '../access/people.store.ts'
import type { Role } from '../base/caller.rules.ts'
import { everyone, form, managers, textOf, type SiteForm, type SitePage, type Visit } from '../site/kit.ts'
import {
  confirmed,
  formOf,
  hidden,
  hrefOf,
  inputField,
  guardedFormOf,
  pageLength,
  pageOf,
  selectField,
  submit,
  table,
  timeOf,
} from '../site/parts.ts'
import { membersOfWorkspace } from '../access/members.store.ts'

const roleNames = {
  owner: 'members.role.owner',
  admin: 'members.role.admin',
  member: 'members.role.member',
} as const satisfies Record<Role, PlainKey>
const role = z.enum(['owner', 'admin', 'member'], { error: () => say('members.role.choose') })

/** Only owners make owners. */
const offered = (visit: Visit): readonly Role[] =>
  visit.actor.role === 'owner' ? everyone : ['admin', 'member']

const inviteForm = (visit: Visit): Html => {
  const of = { form: 'invite' }
  return html`<h2>${say('members.invite')}</h2>
    ${guardedFormOf(
      visit,
      'invite',
      html`${inputField(visit, { ...of, name: 'email', label: say('members.email'), attributes: html`type="email" required maxlength="320" autocomplete="off"` })}
      ${inputField(visit, { ...of, name: 'name', label: say('members.name'), attributes: html`required maxlength="200" autocomplete="off"` })}
      ${selectField(visit, { ...of, name: 'role', label: say('members.role'), options: offered(visit).map((each) => [each, say(roleNames[each])] as const), value: 'member' })}
      ${submit(say('members.invite.submit'))}`,
    )}`
}

const invitations = async (visit: Visit): Promise<Html> => {
  const open = await listInvitationsIn(visit.tx, visit.workspace.id, visit.at)
  if (open.length === 0) return html``
  const rest = open.length - pageLength
  const rows = open.slice(0, pageLength).map(({ id, email, role: as, expiresAt }) => [
    email,
    say(roleNames[as]),
    timeOf(visit, expiresAt, ''),
    visit.actor.role === 'owner' || as !== 'owner'
      ? confirmed(say('members.withdraw'), say('members.withdraw.about', { email }), {
          name: 'link',
          value: id,
          label: say('members.withdraw.confirm'),
        })
      : '',
  ])
  const columns = [say('members.email'), say('members.role'), say('members.expires'), say('members.action')]
  return html`<h2>${say('members.invitations')}</h2>
    ${formOf(visit, 'withdraw-invitation', table(say('members.invitations.caption'), columns, rows))}
    ${rest > 0 && html`<p>${say('members.invitations.rest', { count: rest })}</p>`}`
}

export const membersPage: SitePage = {
  path: 'members',
  title: 'page.settings.members',
  roles: managers,
  whenLocked: true,
  async read(visit) {
    const { tx, workspace } = visit
    const all = await membersOfWorkspace(tx, workspace.id)
    const { shown, next } = pageOf(visit, 'members', all)
    const rows = shown.map(({ id, name, email, role: has }) => [
      html`<a href="${hrefOf(visit, `member?id=${id}`)}">${name}</a>`,
      shownEmail(email),
      say(roleNames[has]),
    ])
    const { memberLimit } = workspace
    const count = all.length
    const lead =
      memberLimit === null
        ? say('members.lead', { count })
        : say('members.lead.limited', { count, limit: memberLimit })
    const columns = [say('members.name'), say('members.email'), say('members.role')]
    return {
      body: html`<p class="lead">${lead}</p>
        ${table(say('members.caption'), columns, rows)} ${next} ${inviteForm(visit)}
        ${await invitations(visit)}`,
    }
  },
}

/** Names of keys in one list; the rest is counted. */
const namedKeys = 20

/** Shows how each role would change the person's keys. */
const roleChoice = async (visit: Visit, personId: string, has: Role): Promise<Html | undefined> => {
  const { tx, workspace, actor, at } = visit
  const choices: Html[] = []
  for (const each of everyone) {
    const preview = await previewRole(tx, workspace, actor, { personId, role: each, at })
    if (!preview.ok) continue
    const weakened = each === has ? [] : preview.value.weakenedKeys
    const rest = weakened.length - namedKeys
    choices.push(
      html`<label>
          <input
            type="radio"
            name="role"
            value="${each}"
            ${each === has && html` checked`}${choices.length === 0 && html` id="change-role-role"`}
          />
          ${say(roleNames[each])}
        </label>
        ${
          weakened.length > 0 &&
          html`<p class="hint">${say('members.weakened', { role: each })}</p>
            <ul class="hint">
              ${weakened.slice(0, namedKeys).map(({ name, lostScopes }) => html`<li>${name}: ${lostScopes.join(', ')}</li>`)}
              ${rest > 0 && html`<li>${say('members.weakened.more', { count: rest })}</li>`}
            </ul>`
        }`,
    )
  }
  if (choices.length < 2) return undefined
  return formOf(
    visit,
    'change-role',
    html`${hidden('member', personId)}
      <fieldset class="field choices">
        <legend>${say('members.role')}</legend>
        ${choices}
      </fieldset>
      ${submit(say('members.role.change'))}`,
  )
}

export const memberPage: SitePage = {
  path: 'member',
  title: 'page.settings.member',
  under: 'members',
  roles: managers,
  whenLocked: true,
  async read(visit) {
    const { tx, workspace, actor, query } = visit
    const id = query.get('id') ?? ''
    const member = (await membersOfWorkspace(tx, workspace.id)).find((each) => each.id === id)
    if (!member) return undefined
    const lead = html`<p class="lead">${shownEmail(member.email)} · ${say(roleNames[member.role])}</p>`
    if (visit.byCode)
      return {
        title: member.name,
        body: html`${lead}
          <p>${withCode(say('site.byCode'))}</p>`,
      }
    const mayManage = actor.role === 'owner' || member.role !== 'owner'
    const choice = await roleChoice(visit, id, member.role)
    const { name } = member
    return {
      title: member.name,
      body: html`${lead}
      ${choice ?? html`<p>${mayManage ? say('members.keepsRole', { name }) : say('members.byOwner')}</p>`}
      ${
        actor.role === 'owner' &&
        id !== actor.personId &&
        html`<h2>${say('members.password')}</h2>
          <p>${say('members.password.text', { name })}</p>
          ${formOf(visit, 'reset-link', html`${hidden('member', id)}${submit(say('members.password.submit'))}`)}`
      }
      ${
        mayManage &&
        html`<h2>${say('members.remove')}</h2>
          ${formOf(visit, 'remove-member', confirmed(say('members.remove'), name, { name: 'member', value: id, label: say('members.remove.confirm', { name }), text: say('members.remove.text') }))}`
      }`,
    }
  },
}

const member = z.string().max(100)
const toMember: SiteForm['back'] = (values) => `member?id=${encodeURIComponent(textOf(values, 'member'))}`

const invite = form({
  path: 'invite',
  givesSecret: true,
  roles: managers,
  back: () => 'members',
  fields: z.object({ email: emailAddress(() => say('members.invite.noEmail')), name: shownName, role }),
  async run({ tx, workspace, actor, at, origin }, fields) {
    const made = await inviteIn(tx, workspace, actor, { ...fields, at })
    if (!made.ok) return made
    const { email, token } = made.value
    const secret = `${origin}${linkPath(workspace.slug, 'invitation', token)}`
    const text = say('members.invited.text', { email })
    const [title, label] = [say('members.invited'), say('members.link')]
    return done({ once: { title, label, secret, text, back: 'members' } })
  },
})

const withdraw = form({
  path: 'withdraw-invitation',
  roles: managers,
  back: () => 'members',
  done: 'done.settings.withdraw-invitation',
  fields: z.object({ link: z.string().max(100) }),
  async run({ tx, workspace, actor, at }, { link }) {
    const withdrawn = await withdrawInvitationIn(tx, workspace.id, actor, { id: link, at })
    return withdrawn.ok ? done({}) : withdrawn
  },
})

const changeRole = form({
  path: 'change-role',
  changesAccess: true,
  roles: managers,
  back: toMember,
  done: 'done.settings.change-role',
  fields: z.object({ member, role }),
  async run({ tx, workspace, actor, at }, fields) {
    const changed = await changeRoleIn(tx, workspace, actor, {
      personId: fields.member,
      role: fields.role,
      at,
    })
    if (!changed.ok) return changed
    // Somebody who lowers their own role may not see the members any more.
    return done(fields.member === actor.personId && fields.role === 'member' ? { to: 'keys' } : {})
  },
})

const remove = form({
  path: 'remove-member',
  changesAccess: true,
  roles: managers,
  whenLocked: true,
  back: toMember,
  done: 'done.settings.remove-member',
  fields: z.object({ member }),
  async run({ tx, workspace, actor, at }, fields) {
    const removed = await removeMemberIn(tx, workspace, actor, { personId: fields.member, at })
    return removed.ok ? done({ to: 'members' }) : removed
  },
})

const resetLink = form({
  path: 'reset-link',
  givesSecret: true,
  roles: ['owner'],
  back: toMember,
  fields: z.object({ member }),
  async run({ tx, workspace, actor, at, origin }, fields) {
    const made = await createResetLinkIn(tx, workspace, actor, { personId: fields.member, at })
    if (!made.ok) return made
    const secret = `${origin}${linkPath(workspace.slug, 'password_reset', made.value.token)}`
    const text = say('members.reset.text', { name: made.value.name })
    const [title, label] = [say('members.reset'), say('members.link')]
    const back = `member?id=${fields.member}`
    return done({ once: { title, label, secret, text, back } })
  },
})

export const memberForms: readonly SiteForm[] = [invite, withdraw, changeRole, remove, resetLink]

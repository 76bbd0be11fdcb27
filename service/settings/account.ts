// My sign-ins and my password: what a person manages for themselves.
import { z } from 'zod'
import { hashPassword, maxPasswordLength, minPasswordLength, weaknessOf } from '../oauth/password.ts'
import { passwordMark } from '../oauth/sessions.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import { done, refuse } from '../base/operator-error.ts'
import { say } from '../language/say.ts'
import { setPassword } from '../operator/members.ts'
import { everyone, form, type SiteForm, type SitePage, type Visit } from '../site/kit.ts'
import { confirmed, formOf, guardedFormOf, inputField, submit, table, timeOf } from '../site/parts.ts'
import { getPerson } from '../access/people.store.ts'
import { signInsOfPerson, endGrantsOf } from '../oauth/grants.store.ts'

const nameOf = (deviceName: string | null) => deviceName ?? say('account.unnamedDevice')

export const signInsPage: SitePage = {
  path: 'sign-ins',
  title: 'page.settings.sign-ins',
  roles: everyone,
  async read(visit) {
    const { tx, person, workspace, at } = visit
    const signIns = await signInsOfPerson(tx, person.id, workspace.id, at)
    const rows = signIns.map(({ id, deviceName, createdAt, lastUsedAt }) => [
      nameOf(deviceName),
      timeOf(visit, createdAt, ''),
      timeOf(visit, lastUsedAt, say('account.never')),
      html`${confirmed(say('account.end'), nameOf(deviceName), { name: 'end', value: id, label: say('account.end.confirm') })}
      ${signIns.length > 1 && confirmed(say('account.endOthers'), say('account.endOthers.than', { device: nameOf(deviceName) }), { name: 'except', value: id, label: say('account.endOthers.confirm') })}`,
    ])
    const columns = [
      say('account.device'),
      say('account.signedIn'),
      say('account.lastUsed'),
      say('account.action'),
    ]
    return {
      body: html`<p class="lead">${say('account.signIns')}</p>
        ${
          rows.length === 0
            ? html`<p>${say('account.signIns.none')}</p>`
            : formOf(visit, 'end-sign-in', table(say('account.signIns.caption'), columns, rows))
        }`,
    }
  },
}

const endSignIn = form({
  path: 'end-sign-in',
  roles: everyone,
  back: () => 'sign-ins',
  done: 'done.settings.end-sign-in',
  fields: z.object({ end: z.string().max(200).optional(), except: z.string().max(200).optional() }),
  async run({ tx, workspace, person, at }, { end, except }) {
    const known = await signInsOfPerson(tx, person.id, workspace.id, at)
    const named = end ?? except
    if (named === undefined || !known.some(({ id }) => id === named)) {
      return refuse('not_found', say('account.noSignIn'))
    }
    const only = end === undefined ? { except: named } : { grantId: end }
    await endGrantsOf(tx, person.id, { workspaceId: workspace.id, ...only })
    return done({})
  },
})

const lengths = { least: minPasswordLength, most: maxPasswordLength }
const wrongLength = { error: () => say('account.password.useLength', lengths) }
const newPassword = z
  .string({ error: () => say('account.password.enter') })
  .min(minPasswordLength, wrongLength)
  .max(maxPasswordLength, wrongLength)

/** The fields `password` and `again`. */
export const twice = {
  password: newPassword,
  again: z.string({ error: () => say('account.password.enterAgain') }),
}
export const areEqual = ({ password, again }: { password: string; again: string }): boolean =>
  password === again
export const unequal = { path: ['again'], error: () => say('account.password.differ') }

/** Both fields of a new password. */
export const newPasswordFields = (visit: Pick<Visit, 'refused'>, path: string): Html => {
  const attributes = html`type="password" autocomplete="new-password" required
  minlength="${minPasswordLength}" maxlength="${maxPasswordLength}"`
  const of = { form: path, attributes, isSecret: true } as const
  return html`${inputField(visit, { ...of, name: 'password', label: say('account.password.new'), hint: say('account.password.length', lengths) })}
  ${inputField(visit, { ...of, name: 'again', label: say('account.password.again') })}`
}

const passwordForm = (visit: Visit): Html =>
  guardedFormOf(
    visit,
    'change-password',
    html`<input type="hidden" name="username" autocomplete="username" value="${visit.person.email}" />
      ${inputField(visit, { form: 'change-password', name: 'current', label: say('account.password.current'), isSecret: true, attributes: html`type="password" autocomplete="current-password" required maxlength="${maxPasswordLength}"` })}
      ${newPasswordFields(visit, 'change-password')} ${submit(say('account.password.change'))}`,
  )

export const passwordPage: SitePage = {
  path: 'password',
  title: 'page.settings.password',
  roles: everyone,
  read(visit) {
    if (visit.person.passwordHash === null) {
      const body = html`<p>${say('account.password.none')}</p>`
      return Promise.resolve({ body })
    }
    return Promise.resolve({
      body: html`<p class="lead">${say('account.password.text')}</p>
        ${passwordForm(visit)}`,
    })
  },
}

const changePassword = form({
  path: 'change-password',
  changesAccess: true,
  roles: everyone,
  back: () => 'password',
  done: 'done.settings.change-password',
  fields: z
    .object({
      current: z.string({ error: () => say('account.password.enterCurrent') }).max(maxPasswordLength),
      ...twice,
    })
    .refine(areEqual, unequal),
  async prepare({ person, workspace, checkPassword }, { current, password }) {
    const weakness = weaknessOf(password, { email: person.email, workspace })
    if (weakness !== undefined) return refuse('validation_error', weakness, 'password')
    const checked = await checkPassword(current)
    if (checked.kind === 'refused') {
      return checked.retryAfterSeconds === undefined
        ? refuse('validation_error', say('account.password.wrong'), 'current')
        : refuse('rate_limited', checked.notice, 'current')
    }
    return done({ mark: checked.mark, hash: await hashPassword(password) })
  },
  async run({ tx, person }, _fields, { mark, hash }) {
    const stored = await getPerson(tx, person.id)
    if (!stored || passwordMark(stored.passwordHash) !== mark) {
      return refuse('conflict', say('account.password.changedMeanwhile'), 'current')
    }
    await setPassword(tx, person.id, hash)
    return done({ signIn: { personId: person.id, mark: passwordMark(hash) } })
  },
})

export const accountForms: readonly SiteForm[] = [endSignIn, changePassword]

// My sign-ins and my password: what a person manages for themselves.
import { z } from 'zod'
import { hashPassword, maxPasswordLength, minPasswordLength, weaknessOf } from '../oauth/password.ts'
import { passwordMark } from '../oauth/sessions.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import { done, refuse } from '../base/operator-error.ts'
import { setPassword } from '../operator/members.ts'
import { everyone, form, type SiteForm, type SitePage, type Visit } from '../site/kit.ts'
import { confirmed, formOf, guardedFormOf, inputField, submit, table, timeOf } from '../site/parts.ts'
import { getPerson } from '../access/people.store.ts'
import { signInsOfPerson, endGrantsOf } from '../oauth/grants.store.ts'

const nameOf = (deviceName: string | null) => deviceName ?? 'Svc Launcher on an unnamed device'

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
      timeOf(visit, lastUsedAt, 'Never'),
      html`${confirmed('End', nameOf(deviceName), { name: 'end', value: id, label: 'End this sign-in' })}
      ${signIns.length > 1 && confirmed('End all others', `than ${nameOf(deviceName)}`, { name: 'except', value: id, label: 'Keep only this sign-in' })}`,
    ])
    const columns = ['Device', 'Signed in', 'Last used', 'Action']
    return {
      body: html`<p class="lead">The launchers and assistants that work with this workspace in your name.</p>
        ${
          rows.length === 0
            ? html`<p>You are not signed in with any launcher or assistant.</p>`
            : formOf(visit, 'end-sign-in', table('Sign-ins, the last used first', columns, rows))
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
      return refuse('not_found', 'There is no such sign-in.')
    }
    const only = end === undefined ? { except: named } : { grantId: end }
    await endGrantsOf(tx, person.id, { workspaceId: workspace.id, ...only })
    return done({})
  },
})

const length = `${minPasswordLength} to ${maxPasswordLength} characters`
const newPassword = z
  .string('Enter a password.')
  .min(minPasswordLength, `Use ${length}.`)
  .max(maxPasswordLength, `Use ${length}.`)

/** The fields `password` and `again`. */
export const twice = { password: newPassword, again: z.string('Enter the password again.') }
export const areEqual = ({ password, again }: { password: string; again: string }): boolean =>
  password === again
export const unequal = { path: ['again'], message: 'The two passwords differ. Enter the new one twice.' }

/** Both fields of a new password. */
export const newPasswordFields = (visit: Pick<Visit, 'refused'>, path: string): Html => {
  const attributes = html`type="password" autocomplete="new-password" required
  minlength="${minPasswordLength}" maxlength="${maxPasswordLength}"`
  const of = { form: path, attributes, isSecret: true } as const
  return html`${inputField(visit, { ...of, name: 'password', label: 'New password', hint: `${length}.` })}
  ${inputField(visit, { ...of, name: 'again', label: 'New password again' })}`
}

const passwordForm = (visit: Visit): Html =>
  guardedFormOf(
    visit,
    'change-password',
    html`<input type="hidden" name="username" autocomplete="username" value="${visit.person.email}" />
      ${inputField(visit, { form: 'change-password', name: 'current', label: 'Current password', isSecret: true, attributes: html`type="password" autocomplete="current-password" required maxlength="${maxPasswordLength}"` })}
      ${newPasswordFields(visit, 'change-password')} ${submit('Change password')}`,
  )

export const passwordPage: SitePage = {
  path: 'password',
  title: 'page.settings.password',
  roles: everyone,
  read(visit) {
    if (visit.person.passwordHash === null) {
      const body = html`<p>You have no password: Svc Launcher on this computer signs you in.</p>`
      return Promise.resolve({ body })
    }
    return Promise.resolve({
      body: html`<p class="lead">
          A new password ends your other sign-ins, in browsers and launchers, in every workspace. Keys stay.
        </p>
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
    .object({ current: z.string('Enter your current password.').max(maxPasswordLength), ...twice })
    .refine(areEqual, unequal),
  async prepare({ person, workspace, checkPassword }, { current, password }) {
    const weakness = weaknessOf(password, { email: person.email, workspace })
    if (weakness !== undefined) return refuse('validation_error', weakness, 'password')
    const checked = await checkPassword(current)
    if (checked.kind === 'refused') {
      return checked.retryAfterSeconds === undefined
        ? refuse('validation_error', 'This is not your current password.', 'current')
        : refuse('rate_limited', checked.notice, 'current')
    }
    return done({ mark: checked.mark, hash: await hashPassword(password) })
  },
  async run({ tx, person }, _fields, { mark, hash }) {
    const stored = await getPerson(tx, person.id)
    if (!stored || passwordMark(stored.passwordHash) !== mark) {
      return refuse('conflict', 'Your password was changed meanwhile. Enter the current one.', 'current')
    }
    await setPassword(tx, person.id, hash)
    return done({ signIn: { personId: person.id, mark: passwordMark(hash) } })
  },
})

export const accountForms: readonly SiteForm[] = [endSignIn, changePassword]

// The person's part of an authorization request: sign-in, then consent. oidc-provider keeps the request itself, and gave the
// browser a cookie, bound to the address of these pages, that proves whose request it is.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import type { InteractionResults } from 'oidc-provider'
import { launcherClientId } from '../../shared/api/primitives.ts'
import type { Store } from '../db/store.ts'
import { methodNotAllowed, readForm, seeOther } from '../http/server/browser-request.ts'
import { say } from '../language/say.ts'
import { interactionPath } from './configuration.ts'
import { deviceNameOf, type Grants } from './grants.ts'
import { sendPage, type Page } from './pages/page.ts'
import { consentPage, expiredPage, signInPage, type Assistant, type SignInNotice } from './pages/pages.ts'
import type { Sessions } from './sessions.ts'
import type { PasswordSignIn } from './sign-in.ts'
import { getPerson } from '../access/people.store.ts'
import { workspacesOfPerson } from '../access/members.store.ts'

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>
type Exchange = { provider: Provider; req: IncomingMessage; res: ServerResponse; interaction: Interaction }
type Form = ReadonlyMap<string, string>

/** Handles `/oauth/interaction/:uid` and its `/sign-in` and `/consent`. */
export const createInteractions = (deps: {
  store: Store
  baseUrl: () => string
  signIn: PasswordSignIn
  grants: Grants
  sessions: Sessions
}) => {
  const { store, baseUrl, signIn, grants, sessions } = deps
  const address = () => new URL(baseUrl()).host

  /** A page whose form leads to the redirect URI of the client. */
  const sendForm = ({ res, interaction }: Exchange, page: Page) =>
    sendPage(res, { ...page, formTarget: new URL(parameter(interaction, 'redirect_uri')).origin })

  const showSignIn = (exchange: Exchange, refused: SignInNotice) => {
    const clientId = parameter(exchange.interaction, 'client_id')
    const place = clientId === launcherClientId ? 'Svc Launcher' : new URL(clientId).host
    return sendForm(
      exchange,
      signInPage({
        action: `${interactionPath(exchange.interaction.uid)}/sign-in`,
        purpose: say('signIn.purpose.goOn', { place }),
        address: address(),
        refused,
      }),
    )
  }

  const finish = async ({ provider, req, res }: Exchange, result: InteractionResults) =>
    seeOther(res, await provider.interactionResult(req, res, result))

  // oidc-provider changes the person of a session only through its sign-out page, which needs a script. The browser may also
  // have signed in elsewhere since the interaction began.
  const leaveSession = async ({ req, interaction }: Exchange, nextPersonId?: string) => {
    if (interaction.session && interaction.session.accountId !== nextPersonId) {
      interaction.session = undefined
      await interaction.persist()
    }
    await sessions.endUnless(req, nextPersonId)
  }

  /** An assistant, as the page describes it; undefined for the launcher. */
  const assistantOf = async ({ provider, interaction }: Exchange): Promise<Assistant | undefined> => {
    const clientId = parameter(interaction, 'client_id')
    if (clientId === launcherClientId) return undefined
    const client = await provider.Client.find(clientId)
    const { host } = new URL(clientId)
    const name = client?.clientName ?? host
    return { name, host, destination: new URL(parameter(interaction, 'redirect_uri')).host }
  }

  const openSignIn = (exchange: Exchange) => {
    const hint = parameter(exchange.interaction, 'login_hint')
    return showSignIn(exchange, hint.includes('@') ? { email: hint } : {})
  }

  const postSignIn = async (exchange: Exchange, form: Form) => {
    const outcome = await signIn(exchange.req, exchange.res, form)
    if (outcome.kind === 'refused') return showSignIn(exchange, outcome)
    const { personId, mark } = outcome
    await leaveSession(exchange, personId)
    return await finish(exchange, { login: { accountId: personId, amr: ['pwd', mark] } })
  }

  const showConsent = async (exchange: Exchange, notice?: string) => {
    const personId = exchange.interaction.session?.accountId ?? ''
    const { person, workspaces } = await store.read(async (tx) => ({
      person: await getPerson(tx, personId),
      workspaces: await workspacesOfPerson(tx, personId),
    }))
    if (!person) return sendPage(exchange.res, expiredPage())
    const assistant = await assistantOf(exchange)
    return sendForm(
      exchange,
      consentPage({
        action: `${interactionPath(exchange.interaction.uid)}/consent`,
        person,
        workspaces,
        // An assistant always gets a refresh token, whether it asks for one or not.
        scopes: new Set([
          ...parameter(exchange.interaction, 'scope').split(' '),
          ...(assistant === undefined ? [] : ['offline_access']),
        ]),
        assistant,
        address: address(),
        notice,
      }),
    )
  }

  const allow = async (exchange: Exchange, form: Form) => {
    const workspaceId = form.get('workspace') ?? ''
    const { provider, interaction } = exchange
    const { missingOIDCScope, missingResourceScopes } = interaction.prompt.details
    const resources = Object.entries(missingResourceScopes ?? {}).map(([name, some]) => [name, strings(some)])
    const assistant = await assistantOf(exchange)
    const readOnly = assistant !== undefined && form.get('access') === 'read'
    const grantId = await grants.add(
      provider,
      parameter(interaction, 'client_id'),
      { personId: interaction.session?.accountId ?? '', workspaceId },
      { oidc: strings(missingOIDCScope), resources: Object.fromEntries(resources), readOnly },
      deviceNameOf(
        assistant === undefined
          ? parameter(interaction, 'device_name')
          : `${assistant.host} (${assistant.name})`,
      ),
    )
    if (grantId === undefined) return await showConsent(exchange, say('site.chooseWorkspace'))
    return await finish(exchange, { consent: { grantId } })
  }

  // Repeats the request after signing out.
  const switchAccount = async (exchange: Exchange) => {
    const { login_hint: _hint, ...params } = exchange.interaction.params
    await leaveSession(exchange)
    const query = new URLSearchParams(
      Object.entries(params).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
    )
    seeOther(exchange.res, `/oauth/authorize?${query.toString()}`)
  }

  const postConsent = async (exchange: Exchange, form: Form) => {
    const decision = form.get('decision')
    if (decision === 'allow') return await allow(exchange, form)
    if (decision === 'switch') return await switchAccount(exchange)
    return await finish(exchange, { error: 'access_denied', error_description: 'the person declined' })
  }

  /** @param step after the uid in the path: '', 'sign-in' or 'consent' */
  return async (provider: Provider, req: IncomingMessage, res: ServerResponse, uid: string, step: string) => {
    const allowed = step === '' ? ['GET'] : ['POST']
    if (!allowed.includes(req.method ?? '')) return methodNotAllowed(res, allowed)
    const interaction = await findInteraction(provider, req, res)
    if (interaction?.uid !== uid) return sendPage(res, expiredPage())
    const exchange = { provider, req, res, interaction }
    const { name } = interaction.prompt
    if (step === '') return await (name === 'login' ? openSignIn(exchange) : showConsent(exchange))
    const form = await readForm(req, baseUrl())
    if (!form || name !== (step === 'sign-in' ? 'login' : 'consent')) return sendPage(res, expiredPage())
    return await (step === 'sign-in' ? postSignIn(exchange, form) : postConsent(exchange, form))
  }
}

/** Undefined without its cookie, after its time, or when another person has signed in since. */
const findInteraction = async (provider: Provider, req: IncomingMessage, res: ServerResponse) => {
  try {
    return await provider.interactionDetails(req, res)
  } catch (error) {
    if (error instanceof Error && error.constructor.name === 'SessionNotFound') return undefined
    throw error
  }
}

const parameter = ({ params }: Interaction, name: string): string => {
  const value = params[name]
  return typeof value === 'string' ? value : ''
}

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

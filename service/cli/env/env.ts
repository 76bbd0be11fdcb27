// `svc env pull` and `svc env push`: a project's environment as a dotenv file (CLI-02).
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { environmentName, variableKey } from '../../../shared/api/environments.ts'
import { isOperatorError, operatorError } from '../../base/operator-error.ts'
import { pathOption, slugOption, type Arguments, type Command } from '../command.ts'
import {
  editDotenv,
  faultIn,
  readDotenv,
  readOrigin,
  withOrigin,
  type Origin,
  type Variables,
} from './dotenv.ts'
import { openEnvService, serviceOptions, type EnvService, type Place } from './env-service.ts'
import { writePrivateFile } from '../../base/private-file.ts'

const options = {
  project: { value: 'SLUG', help: 'the project (default: the one that FILE was pulled from)' },
  environment: { value: 'NAME', help: 'its environment (default: that of FILE, else development)' },
  file: { value: 'FILE', help: 'the dotenv file (default .env)' },
  'dry-run': { help: 'show what would change, without values, and change nothing' },
} as const

/** The local file of a pull or a push. */
type Local = { path: string; text: string | undefined; variables: Variables; origin: Origin | undefined }

function readLocal(args: Arguments): Local {
  const path = args.optional('file', pathOption) ?? '.env'
  try {
    // Other bytes would be replaced, in the service and then in the file.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path))
    return { path, text, variables: readDotenv(text), origin: readOrigin(text) }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') return { path, text: undefined, variables: {}, origin: undefined }
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw operatorError(
        'file_unusable',
        `${path} is not valid UTF-8. Save it as UTF-8, or name another --file.`,
      )
    throw operatorError('file_unusable', `The file ${path} cannot be read.`)
  }
}

function readPlace(args: Arguments, { origin, path }: Local): Place {
  const project = args.optional('project', slugOption) ?? origin?.project
  if (project === undefined)
    throw operatorError('bad_option', `--project is required: ${path} was not pulled from a project.`)
  const environment = environmentName.describe('a name of small letters, digits and single dashes')
  return {
    project,
    environment: args.optional('environment', environment) ?? origin?.environment ?? 'development',
  }
}

const isFrom = (origin: Origin | undefined, { url }: EnvService, { project, environment }: Place) =>
  origin?.service === url && origin.project === project && origin.environment === environment

const digestOf = (variables: Variables): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(variables).toSorted(([one], [other]) => (one < other ? -1 : 1))))
    .digest('base64url')
    .slice(0, 16)

/** Only the length of a value. */
const masked = (value: string | undefined) =>
  value === undefined ? null : `•••• (${Array.from(value).length})`

/** The differences between two sets, by key. */
const differences = (before: Variables, after: Variables) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .toSorted()
    .filter((key) => before[key] !== after[key])
    .map((key) => ({
      key,
      change: before[key] === undefined ? 'add' : after[key] === undefined ? 'delete' : 'change',
      before: masked(before[key]),
      after: masked(after[key]),
    }))

const listed = (keys: readonly string[]) =>
  keys.length > 12 ? `${keys.slice(0, 12).join(', ')} and ${keys.length - 12} more` : keys.join(', ')

export const envPull: Command = {
  name: 'env pull',
  over: 'service',
  summary: 'Write the variables of a project’s environment to a dotenv file that only you can read.',
  options: {
    ...options,
    ...serviceOptions,
    force: { help: 'overwrite changes in FILE that were not pushed' },
  },
  example: 'svc env pull --project website --environment production --file .env.production',
  async run(args) {
    const local = readLocal(args)
    const [service, place] = [openEnvService(args), readPlace(args, local)]
    const { variables: found, version } = await service.read(place)
    const variables: Variables = Object.fromEntries(found.map(({ key, value }) => [key, value]))
    const { project, environment } = place
    const changes = differences(local.variables, variables)
    if (args.has('dry-run')) return { project, environment, version, file: local.path, changes }
    const untouched = local.text === undefined || digestOf(local.variables) === local.origin?.digest
    if (!untouched && changes.length > 0 && !args.has('force')) {
      const keys = listed(changes.map(({ key }) => key))
      throw operatorError(
        'local_changes',
        `${local.path} has changes that were not pushed, and differs in ${keys}. Push them, name another --file, or overwrite them with --force.`,
      )
    }
    const written = editDotenv(local.text ?? '', variables)
    if (!written.ok) {
      const refused = listed(written.refused.map(({ key, reason }) => `${key} (${reason})`))
      throw operatorError(
        'file_unusable',
        `dotenv, Node and shells would not read the same: ${refused}. Nothing was written.`,
      )
    }
    const origin = { service: service.url, ...place, version, digest: digestOf(variables) }
    const { text } = written
    await writePrivateFile(local.path, 'replace', (file) => file.writeFile(withOrigin(text, origin)))
    return { project, environment, version, file: local.path, variables: found.length }
  },
}

/**
 * The version that a push is based on: that of the file. A file that was not pulled from this environment may only fill an
 * empty one, unless it merges.
 */
function baseOf(args: Arguments, { origin }: Local, pulled: boolean): number | undefined {
  if (args.has('force')) return undefined
  if (pulled) return origin?.version
  return args.has('merge') ? undefined : 0
}

const explainConflict =
  ({ path }: Local, pulled: boolean) =>
  (error: unknown): never => {
    if (!isOperatorError(error) || error.operatorCode !== 'version_conflict') throw error
    const changed = listed((error.details ?? []).map(({ path: [, key] }) => String(key)))
    const what = pulled
      ? `The environment was changed after ${path} was pulled${changed === '' ? '' : `: ${changed}`}.`
      : `The environment has variables, and ${path} was not pulled from it.`
    throw operatorError(
      'version_conflict',
      `${what} See the difference with --dry-run. Then pull (--force takes theirs), or push --force to overwrite.`,
      error.details,
    )
  }

/** Refuses files that a push would misread. */
function checkFile(local: Local): void {
  if (local.text === undefined) throw operatorError('file_unusable', `There is no file ${local.path}.`)
  const fault = faultIn(local.text)
  if (fault !== undefined)
    throw operatorError(
      'file_unusable',
      `${local.path}, line ${fault.line}: ${fault.what}. Nothing was pushed.`,
    )
  const wrong = Object.keys(local.variables).filter((key) => !variableKey.safeParse(key).success)
  if (wrong.length > 0)
    throw operatorError(
      'bad_option',
      `${local.path} holds ${listed(wrong)}. A key consists of capital letters, digits and underscores.`,
    )
}

export const envPush: Command = {
  name: 'env push',
  over: 'service',
  summary:
    'Send a dotenv file as the variables of a project’s environment. Keys that it does not hold are deleted.',
  options: {
    ...options,
    ...serviceOptions,
    merge: { help: 'keep the keys that FILE does not hold' },
    force: { help: 'overwrite changes that others made since FILE was pulled' },
  },
  example: 'svc env push --project website --file .env --merge',
  async run(args) {
    const local = readLocal(args)
    checkFile(local)
    const [service, place] = [openEnvService(args), readPlace(args, local)]
    const { variables } = local
    const { project, environment } = place
    const merge = args.has('merge')
    if (args.has('dry-run')) {
      const { variables: found, version } = await service.read(place)
      const before = Object.fromEntries(found.map(({ key, value }) => [key, value]))
      const changes = differences(before, merge ? { ...before, ...variables } : variables)
      return { project, environment, version, file: local.path, changes }
    }
    const pulled = isFrom(local.origin, service, place)
    const base = baseOf(args, local, pulled)
    const change = await service
      .write(place, { variables, merge, base_version: base })
      .catch(explainConflict(local, pulled))
    const answer = { project, environment, file: local.path, ...change }
    // After a merge, a file that was not pulled may lack keys of the environment.
    if (!pulled && merge) return answer
    // The same after a forced merge: the old version makes the next push ask, instead of deleting those keys.
    const version = merge && args.has('force') ? (local.origin?.version ?? 0) : change.version
    const origin = { service: service.url, ...place, version, digest: digestOf(variables) }
    await writePrivateFile(local.path, 'replace', (file) =>
      file.writeFile(withOrigin(local.text ?? '', origin)),
    ).catch((error: unknown) => {
      if (!isOperatorError(error)) throw error
      throw operatorError(
        'file_unusable',
        `The variables were pushed (version ${change.version}), but ${local.path} could not be updated: ${error.message} Run \`svc env pull\` before the next push.`,
      )
    })
    return answer
  },
}

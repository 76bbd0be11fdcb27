// The type of a command of `svc`, and its options. `commands.ts` lists them, `run.ts` parses the command line.
import { existsSync } from 'node:fs'
import { z } from 'zod'
import { emailAddress } from '../../shared/api/primitives.ts'
import { defaultDatabase } from '../base/config.ts'
import { operatorError } from '../base/operator-error.ts'
import { shownName } from '../operator/members.ts'
import { allApplied } from '../db/migrate.ts'
import { openStore, type OpenedStore } from '../db/open.ts'

/** `value` names the value in the help; an option without one is a switch. */
export type Option = {
  value?: string
  help: string
  /** It may be given several times. */
  repeats?: true
  /** No error repeats its value. */
  secret?: true
}
type Options = Record<string, Option>

export type Arguments = {
  database: string
  /** The word after the command, `<keyId>` for one; empty if an optional one is absent. */
  operand: string
  /** The option read by a schema, or undefined if it is absent. */
  optional<T>(name: string, schema: z.ZodType<T>): T | undefined
  required<T>(name: string, schema: z.ZodType<T>): T
  /** Every value of an option that repeats, in order. */
  all<T>(name: string, schema: z.ZodType<T>): T[]
  /** Whether a switch is on. */
  has(name: string): boolean
}

export type Command = {
  /** One or two words. */
  name: string
  /** `<NAME>` if it is required, `[NAME]` if it is optional; without it no operand is accepted. */
  operand?: string
  summary: string
  options: Options
  example: string
  /** `service`: the command calls a running service over HTTP and takes no `--database`. */
  over?: 'database' | 'service'
  /** Exit code 2, for the help, and whether an answer has it: a part of the input was refused. */
  partly?: { help: string; is(answer: object): boolean }
  /** The stream for failures, if standard output is for something else. */
  errors?: 'stderr'
  /** @returns the JSON object to print; undefined if the command has printed its own */
  run(args: Arguments): Promise<object | undefined>
}

const database: Option = {
  value: 'URL',
  help: 'file:PATH, memory: or postgres://… (default: SVC_DATABASE, else a file in your data directory)',
}
const human: Option = { help: 'print a table for people instead of JSON' }

export const forceOption: Option = { help: 'replace FILE if it exists' }
export const workspaceOption: Option = { value: 'SLUG', help: 'the workspace' }
export const sealingKeyOption: Option = {
  value: 'FILE',
  help: 'the sealing keys, the newest first (default: SVC_SEALING_KEY, else a file beside your data directory)',
}

/** The options of a command and those of every command, in the order of the help. */
export const optionsOf = (command: Command): Options => ({
  ...command.options,
  ...(command.over !== 'service' && { database }),
  human,
})

/** Whole numbers from text, inside a range. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max)
    .describe(`a whole number from ${min} to ${max}`)

export const emailOption = emailAddress().describe('an email address')
export const nameOption = shownName.describe('a name of 1 to 200 visible characters')
export const slugOption = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .max(60)
  .describe('a slug of small letters, digits and single dashes')
export const roleOption = z.enum(['owner', 'admin', 'member']).describe('owner, admin or member')
export const planOption = z.enum(['free', 'pro']).describe('free or pro')
export const originOption = z
  .url({ protocol: /^https?$/, abort: true })
  .refine((url) => new URL(url).href === `${new URL(url).origin}/`)
  .transform((url) => new URL(url).origin)
  .describe('an origin like https://data.example.com')
export const pathOption = z.string().min(1).describe('a path of a file')

function readOption<T>(name: string, schema: z.ZodType<T>, text: string, option?: Option): T {
  const parsed = schema.safeParse(text)
  if (parsed.success) return parsed.data
  const given = option?.secret ? '' : `, not \`${text}\``
  throw operatorError('bad_option', `--${name} is ${schema.description ?? 'something else'}${given}.`)
}

/** @param valuesOf all values of an option in order, `true` for a switch */
export function argumentsOf(
  command: Command,
  operand: string,
  valuesOf: (option: string) => readonly (string | true)[],
): Arguments {
  const known = optionsOf(command)
  const all = <T>(name: string, schema: z.ZodType<T>) =>
    valuesOf(name).map((text) => readOption(name, schema, String(text), known[name]))
  const optional = <T>(name: string, schema: z.ZodType<T>) => all(name, schema).at(-1)
  return {
    database: optional('database', z.string()) ?? defaultDatabase(),
    operand,
    all,
    optional,
    required(name, schema) {
      const value = optional(name, schema)
      if (value !== undefined) return value
      throw operatorError('bad_option', `--${name} is required. See: svc ${command.name} --help`)
    },
    has: (name) => valuesOf(name).includes(true),
  }
}

/** The path of a database file that is not there. */
function missingFile(database: string): string | undefined {
  const path = database.slice('file:'.length)
  return database.startsWith('file:') && path !== '' && !existsSync(path) ? path : undefined
}

/**
 * Opens the database for one command and closes it again.
 * @param options.upTo the last migration to apply, or a constant of migrate.ts
 * @param options.missing what to do if the file does not exist. Most commands refuse, because the path may be misspelt;
 * `in memory` uses a temporary database. Databases on a server are never created
 */
export async function withStore<T>(
  args: Arguments,
  run: (store: OpenedStore) => Promise<T>,
  { missing = 'refused', ...options }: { upTo?: string; missing?: 'refused' | 'made' | 'in memory' } = {},
): Promise<T> {
  const path = missing === 'made' ? undefined : missingFile(args.database)
  if (path !== undefined && missing === 'refused') {
    const message = `There is no database ${path}. \`svc migrate\` and \`svc serve\` create one.`
    throw operatorError('not_found', message)
  }
  const store = await openStore(path === undefined ? args.database : 'memory:', options)
  try {
    return await run(store)
  } finally {
    await store.close()
  }
}

/** For commands that only read: a database that is older than the program is refused, not migrated. */
export const withUnchangedStore = <T>(args: Arguments, run: (store: OpenedStore) => Promise<T>): Promise<T> =>
  withStore(args, run, { upTo: allApplied })

// What a command of `svc` is, and how it reads its options. One file a command; `main.ts` lists them.
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { defaultDatabase } from '../config.ts'
import { operatorError } from '../operator/error.ts'
import { openStore, type OpenedStore } from '../store/open-store.ts'

/** Option name → what its value is called in the help, and what it does. */
type Options = Record<string, { value: string; help: string }>

export type Arguments = {
  database: string
  /** The word after the command, `<keyId>` for one. */
  operand: string | undefined
  /** The option read by a schema, or undefined when it was not given. */
  optional<T>(name: string, schema: z.ZodType<T>): T | undefined
  required<T>(name: string, schema: z.ZodType<T>): T
}

export type Command = {
  /** One or two words. */
  name: string
  /** What the operand is called in the help; none is accepted without it. */
  operand?: string
  summary: string
  options: Options
  example: string
  /** @returns the one JSON object of the command; undefined when it has printed its own */
  run(args: Arguments): Promise<object | undefined>
}

const everyCommand: Options = {
  database: { value: 'URL', help: 'file:PATH or memory: (default: a file in your data directory)' },
}

/** Whole numbers from text, inside a range. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max)
    .describe(`a whole number from ${min} to ${max}`)

export const emailOption = z.email().max(320).describe('an email address')
export const nameOption = z.string().trim().min(1).max(200).describe('a name of 1 to 200 characters')
export const slugOption = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .max(60)
  .describe('a slug of small letters, digits and single dashes')
export const roleOption = z.enum(['owner', 'admin', 'member']).describe('owner, admin or member')
export const planOption = z.enum(['free', 'pro']).describe('free or pro')

function readOption<T>(name: string, schema: z.ZodType<T>, text: string): T {
  const parsed = schema.safeParse(text)
  if (parsed.success) return parsed.data
  throw operatorError(
    'bad_option',
    `--${name} is ${schema.description ?? 'something else'}, not \`${text}\`.`,
  )
}

/** @throws OperatorError `bad_option` in one sentence */
export function readArguments(command: Command, words: readonly string[]): Arguments {
  const names = Object.keys({ ...command.options, ...everyCommand })
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  let parsed
  try {
    parsed = parseArgs({ args: [...words], options, allowPositionals: true, strict: true })
  } catch (error) {
    const sentence = error instanceof Error ? (error.message.split('. ', 1)[0] ?? '') : ''
    throw operatorError('bad_option', `${sentence}. See: svc ${command.name} --help`)
  }
  const { values, positionals } = parsed
  if (positionals.length > (command.operand === undefined ? 0 : 1)) {
    throw operatorError(
      'bad_option',
      `\`${positionals.at(-1)}\` is not expected. See: svc ${command.name} --help`,
    )
  }
  const given = (name: string) => {
    const value = values[name]
    return typeof value === 'string' ? value : undefined
  }
  const optional = <T>(name: string, schema: z.ZodType<T>) => {
    const text = given(name)
    return text === undefined ? undefined : readOption(name, schema, text)
  }
  return {
    database: given('database') ?? defaultDatabase(),
    operand: positionals[0],
    optional,
    required(name, schema) {
      const value = optional(name, schema)
      if (value === undefined)
        throw operatorError('bad_option', `--${name} is required. See: svc ${command.name} --help`)
      return value
    },
  }
}

/** Opens the database for one command and closes it again. */
export async function withStore<T>(args: Arguments, run: (store: OpenedStore) => Promise<T>): Promise<T> {
  const store = await openStore(args.database)
  try {
    return await run(store)
  } finally {
    await store.close()
  }
}

const table = (rows: [string, string][]) => {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n')
}

export function commandHelp(command: Command): string {
  const operand = command.operand === undefined ? '' : ` ${command.operand}`
  const options = Object.entries({ ...command.options, ...everyCommand })
  return [
    `svc ${command.name}${operand} [options]`,
    '',
    command.summary,
    '',
    table(options.map(([name, { value, help }]) => [`--${name} ${value}`, help])),
    '',
    'For example:',
    `  ${command.example}`,
    '',
  ].join('\n')
}

export const overview = (commands: readonly Command[]): string =>
  [
    'svc — the workspace data service and what its operator does with it',
    '',
    table(
      commands.map(({ name, operand, summary }) => [
        operand === undefined ? name : `${name} ${operand}`,
        summary,
      ]),
    ),
    '',
    'Every command takes --database and prints one JSON object; a failure prints {"error":…} and exits with 1.',
    'svc <command> --help says more. To look around: svc demo, then svc serve.',
    '',
  ].join('\n')

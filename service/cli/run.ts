// Finds the command, runs it, and turns every failure into one JSON object and exit code 1.
import { withinEdits } from '../../shared/search/text-match.ts'
import { isOperatorError, operatorError, type Fault } from '../operator/error.ts'
import { createLog } from '../service-log.ts'
import { isStoreError } from '../store/store-error.ts'
import { readArguments, type Command } from './command.ts'
import { commandHelp, groupHelp, overview } from './help.ts'
import { humanText } from './human.ts'

const isHelp = (word: string) => word === '--help' || word === '-h'
const isOption = (word: string) => word.startsWith('-')

/**
 * The words in the order of `svc <command> [options]`: `svc help backup` asks what `svc backup --help` asks, and
 * `--human`, which every command takes, may stand before the command.
 */
function inOrder(words: readonly string[]): string[] {
  const start = words.findIndex((word) => word !== '--human')
  if (start === -1) return ['--help']
  const [first = '', ...rest] = words.slice(start)
  const named = first === 'help' || isHelp(first) ? [...rest, '--help'] : [first, ...rest]
  return [...named, ...words.slice(0, start)]
}

/** The command that was probably meant: the one with the fewest edits, if they are few. */
function nearest(commands: readonly Command[], asked: string): string | undefined {
  for (const edits of [1, 2, 3]) {
    const near = commands.find(({ name }) => name.length > edits * 2 && withinEdits(asked, name, edits))
    if (near) return near.name
  }
  return undefined
}

/** The commands whose first of two words this is. */
const groupOf = (commands: readonly Command[], first: string) =>
  commands.filter(({ name }) => name.startsWith(`${first} `))

function findCommand(commands: readonly Command[], words: readonly string[]) {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const command = commands.find((one) => one.name === name)
    if (command) return { command, rest: words.slice(length) }
  }
  // Without its value, which may be a secret.
  const early = words[0]?.split('=', 1)[0] ?? ''
  if (isOption(early))
    throw operatorError(
      'bad_option',
      `\`${early}\` stands behind the command: svc <command> ${early}. See: svc --help`,
    )
  const [first = '', second = ''] = words.filter((word) => !isOption(word))
  const asked = `${first} ${second}`.trim()
  const meant = nearest(commands, asked) ?? nearest(commands, first)
  const family = groupOf(commands, first).map((one) => one.name)
  const known = family.length > 0 ? family : commands.map((one) => one.name)
  throw operatorError(
    'unknown_command',
    `There is no command \`${asked}\`. ${meant === undefined ? `There are: ${known.join(', ')}.` : `Did you mean: svc ${meant}?`}`,
  )
}

type Failure = { code: string; message: string; details?: readonly Fault[] }

function asError(error: unknown): Failure {
  if (isOperatorError(error)) {
    const { operatorCode: code, message, details } = error
    return { code, message, ...(details && { details }) }
  }
  if (isStoreError(error)) return { code: error.storeCode, message: error.message }
  createLog('error').error({ err: error }, 'The command failed.')
  return { code: 'internal_error', message: 'The command failed; the log on stderr says why.' }
}

const isForPeople = (words: readonly string[]) => words.includes('--human')

function failureText(error: Failure, words: readonly string[]): string {
  if (!isForPeople(words)) return `${JSON.stringify({ error })}\n`
  const faults = (error.details ?? []).map(
    ({ path, message }) => `  ${path.length > 0 ? `${path.join('.')}: ` : ''}${message}\n`,
  )
  return `Error: ${error.message}\n${faults.join('')}`
}

/** What is said on stderr when stdout takes no more. */
export function unwrittenOutput({ code }: NodeJS.ErrnoException, words: readonly string[]): string {
  const why = code === 'ENOSPC' ? 'there is no space left for it' : code
  return failureText({ code: 'file_unusable', message: `The output cannot be written: ${why}.` }, words)
}

/** What `--help` asks about: everything, a group of commands or one command. */
function helpFor(commands: readonly Command[], words: readonly string[]): string {
  const [first, second] = words.filter((word) => !isOption(word))
  if (first === undefined) return overview(commands)
  const group = groupOf(commands, first)
  const isGroup = second === undefined && group.length > 0 && !commands.some(({ name }) => name === first)
  return isGroup ? groupHelp(first, group) : commandHelp(findCommand(commands, words).command)
}

async function versionOf(): Promise<object> {
  const { default: program } = await import('../../package.json', { with: { type: 'json' } })
  return { version: program.version }
}

function runCommand(commands: readonly Command[], words: readonly string[]): Promise<object | undefined> {
  const { command, rest } = findCommand(commands, words)
  return command.run(readArguments(command, rest))
}

type Ending = { output: string; stream: 'stdout' | 'stderr'; exitCode: 0 | 1 }

/**
 * @param given the command line after `svc`
 * @returns what is printed, where, and the exit code
 */
export async function runCommandLine(
  commands: readonly Command[],
  given: readonly string[],
): Promise<Ending> {
  const words = inOrder(given)
  const human = isForPeople(words)
  const done = (output: string): Ending => ({ output, stream: 'stdout', exitCode: 0 })
  try {
    const [first] = words
    if (words.some(isHelp)) return done(helpFor(commands, words))
    const answer = first === '--version' ? await versionOf() : await runCommand(commands, words)
    if (answer === undefined) return done('')
    return done(human ? humanText(answer) : `${JSON.stringify(answer)}\n`)
  } catch (caught) {
    const output = failureText(asError(caught), words)
    return { output, stream: human ? 'stderr' : 'stdout', exitCode: 1 }
  }
}

// Finds the command, runs it, and turns every failure into one JSON object and exit code 1.
import { CommanderError, type Command as Program } from 'commander'
import { isOperatorError, operatorError, type Fault } from '../operator/error.ts'
import { createLog } from '../service-log.ts'
import { isStoreError } from '../db/store-error.ts'
import type { Command } from './command.ts'
import { humanText } from './human.ts'
import { createProgram } from './program.ts'

/** The output of commander as sentences. The value of an unknown option is removed, because it may be a secret. */
const sentencesOf = (said: string): string =>
  said
    .replace(/'(--[\w-]+)=[^\n]*'/, "'$1'")
    .replace(/^error: (.)/, (_, letter: string) => letter.toUpperCase())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replace(/^\((.*)\)$/, '$1').replace(/(?<![.?]|--help)$/, '.'))
    .join(' ')

function refusalOf({ code }: CommanderError, said: string, program: Program, words: readonly string[]) {
  if (code !== 'commander.help')
    return operatorError(
      code === 'commander.unknownCommand' ? 'unknown_command' : 'bad_option',
      sentencesOf(said),
    )
  const group = program.commands.find((one) => one.name() === words.find((word) => !word.startsWith('-')))
  const known = (group ?? program).commands.map((one) =>
    group ? `${group.name()} ${one.name()}` : one.name(),
  )
  return operatorError('unknown_command', `Name a command: ${known.join(', ')}.`)
}

type Failure = { code: string; message: string; details?: readonly Fault[] }

function asError(error: unknown): Failure {
  if (isOperatorError(error)) {
    const { operatorCode: code, message, details } = error
    return { code, message, ...(details && { details }) }
  }
  if (isStoreError(error)) return { code: error.storeCode, message: error.message }
  createLog('error').error({ err: error }, 'The command failed.')
  return { code: 'internal_error', message: 'The command failed. The log on stderr has the cause.' }
}

const isForPeople = (words: readonly string[]) => words.includes('--human')

function failureText(error: Failure, words: readonly string[]): string {
  if (!isForPeople(words)) return `${JSON.stringify({ error })}\n`
  const faults = (error.details ?? []).map(
    ({ path, message }) => `  ${path.length > 0 ? `${path.join('.')}: ` : ''}${message}\n`,
  )
  return `Error: ${error.message}\n${faults.join('')}`
}

/** The message for stderr when stdout cannot be written. */
export function unwrittenOutput({ code }: NodeJS.ErrnoException, words: readonly string[]): string {
  const why = code === 'ENOSPC' ? 'there is no space left for it' : code
  return failureText({ code: 'file_unusable', message: `The output cannot be written: ${why}.` }, words)
}

async function versionOf(): Promise<object> {
  const { default: program } = await import('../../package.json', { with: { type: 'json' } })
  return { version: program.version }
}

type Ending = { output: string; stream: 'stdout' | 'stderr'; exitCode: 0 | 1 }

/**
 * @param words the command line after `svc`
 * @returns what is printed, where, and the exit code
 */
export async function runCommandLine(
  commands: readonly Command[],
  words: readonly string[],
): Promise<Ending> {
  const human = isForPeople(words)
  const done = (output: string): Ending => ({ output, stream: 'stdout', exitCode: 0 })
  let printed = ''
  let answer: object | undefined
  const print = (text: string) => void (printed += text)
  const program = createProgram(commands, print, async (command, args) => {
    answer = await command.run(args)
  })
  try {
    if (words[0] === '--version') answer = await versionOf()
    else
      await program.parseAsync(words.some((word) => word !== '--human') ? words : ['--help'], {
        from: 'user',
      })
    if (answer === undefined) return done('')
    return done(human ? humanText(answer) : `${JSON.stringify(answer)}\n`)
  } catch (caught) {
    const isParsed = caught instanceof CommanderError
    if (isParsed && caught.exitCode === 0) return done(printed)
    const error = isParsed ? refusalOf(caught, printed, program, words) : caught
    return { output: failureText(asError(error), words), stream: human ? 'stderr' : 'stdout', exitCode: 1 }
  }
}

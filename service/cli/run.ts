// Finds the command, runs it, and turns every failure into one JSON object and exit code 1.
import { withinEdits } from '../../shared/text-match.ts'
import { isOperatorError, operatorError, type Fault } from '../operator/error.ts'
import { createLog } from '../serve.ts'
import { isStoreError } from '../store/store-error.ts'
import { readArguments, type Command } from './command.ts'
import { commandHelp, overview } from './help.ts'
import { humanText } from './human.ts'

const asksForHelp = (words: readonly string[]) => words.some((word) => word === '--help' || word === '-h')

/** The command that was probably meant: the one with the fewest edits, if they are few. */
function nearest(commands: readonly Command[], asked: string): string | undefined {
  for (const edits of [1, 2, 3]) {
    const near = commands.find(({ name }) => name.length > edits * 2 && withinEdits(asked, name, edits))
    if (near) return near.name
  }
  return undefined
}

function findCommand(commands: readonly Command[], words: readonly string[]) {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const command = commands.find((one) => one.name === name)
    if (command) return { command, rest: words.slice(length) }
  }
  const [first = '', second = ''] = words.filter((word) => !word.startsWith('-'))
  const asked = `${first} ${second}`.trim()
  const meant = nearest(commands, asked) ?? nearest(commands, first)
  const family = commands.filter((one) => one.name.startsWith(`${first} `)).map((one) => one.name)
  const known = family.length > 0 ? family : commands.map((one) => one.name)
  throw operatorError(
    'unknown_command',
    `There is no command \`${asked}\`. ${meant === undefined ? `There are: ${known.join(', ')}.` : `Did you mean: svc ${meant}?`}`,
  )
}

function asError(error: unknown): { code: string; message: string; details?: readonly Fault[] } {
  if (isOperatorError(error)) {
    const { operatorCode: code, message, details } = error
    return { code, message, ...(details && { details }) }
  }
  if (isStoreError(error)) return { code: error.storeCode, message: error.message }
  createLog('error').error({ err: error }, 'The command failed.')
  return { code: 'internal_error', message: 'The command failed; the log on stderr says why.' }
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
  const human = words.includes('--human')
  const done = (output: string): Ending => ({ output, stream: 'stdout', exitCode: 0 })
  try {
    const [first] = words
    if (first === undefined || first === 'help' || first === '--help' || first === '-h') {
      return done(overview(commands))
    }
    const { command, rest } = findCommand(commands, words)
    if (asksForHelp(rest)) return done(commandHelp(command))
    const answer = await command.run(readArguments(command, rest))
    if (answer === undefined) return done('')
    return done(human ? humanText(answer) : `${JSON.stringify(answer)}\n`)
  } catch (caught) {
    const error = asError(caught)
    if (human) {
      const faults = (error.details ?? []).map(
        ({ path, message }) => `  ${path.length > 0 ? `${path.join('.')}: ` : ''}${message}\n`,
      )
      return { output: `Error: ${error.message}\n${faults.join('')}`, stream: 'stderr', exitCode: 1 }
    }
    return { output: `${JSON.stringify({ error })}\n`, stream: 'stdout', exitCode: 1 }
  }
}

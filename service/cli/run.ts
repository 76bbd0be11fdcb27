// Finds the command, runs it, and turns every failure into one JSON object and exit code 1.
import { isOperatorError, operatorError } from '../operator/error.ts'
import { createLog } from '../serve.ts'
import { isStoreError } from '../store/store-error.ts'
import { commandHelp, overview, readArguments, type Command } from './command.ts'

const asksForHelp = (words: readonly string[]) => words.some((word) => word === '--help' || word === '-h')

function findCommand(commands: readonly Command[], words: readonly string[]) {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const command = commands.find((one) => one.name === name)
    if (command) return { command, rest: words.slice(length) }
  }
  const [first = ''] = words
  const family = commands.filter((one) => one.name.startsWith(`${first} `)).map((one) => one.name)
  const known = family.length > 0 ? family : commands.map((one) => one.name)
  const asked = words
    .filter((word) => !word.startsWith('-'))
    .slice(0, 2)
    .join(' ')
  throw operatorError('unknown_command', `There is no command \`${asked}\`. There are: ${known.join(', ')}.`)
}

function asError(error: unknown): { code: string; message: string } {
  if (isOperatorError(error)) return { code: error.operatorCode, message: error.message }
  if (isStoreError(error)) return { code: error.storeCode, message: error.message }
  createLog('error').error({ err: error }, 'The command failed.')
  return { code: 'internal_error', message: 'The command failed; the log on stderr says why.' }
}

/**
 * @param words the command line after `svc`
 * @returns what goes to stdout, and the exit code
 */
export async function runCommandLine(
  commands: readonly Command[],
  words: readonly string[],
): Promise<{ output: string; exitCode: 0 | 1 }> {
  try {
    const [first] = words
    if (first === undefined || first === 'help' || first === '--help' || first === '-h') {
      return { output: overview(commands), exitCode: 0 }
    }
    const { command, rest } = findCommand(commands, words)
    if (asksForHelp(rest)) return { output: commandHelp(command), exitCode: 0 }
    const answer = await command.run(readArguments(command, rest))
    return { output: answer === undefined ? '' : `${JSON.stringify(answer)}\n`, exitCode: 0 }
  } catch (error) {
    return { output: `${JSON.stringify({ error: asError(error) })}\n`, exitCode: 1 }
  }
}

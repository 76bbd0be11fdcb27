// Parses the command line, runs the command, and turns every failure into one JSON object and exit code 1.
import { Command as Program, CommanderError, Option as ProgramOption } from 'commander'
import { isOperatorError, operatorError, type Fault } from '../base/operator-error.ts'
import { createLog } from '../base/service-log.ts'
import { isStoreError } from '../base/store-error.ts'
import { argumentsOf, optionsOf, type Arguments, type Command } from './command.ts'

const helpOf = ({ example, partly }: Command) => `
For example:
  ${example}

Exit codes:
  0  success; one JSON object on stdout
  1  failure; {"error":{"code","message"}} on stdout has the cause and what to do
${partly === undefined ? '' : `  2  ${partly.help}\n`}`

const overview = `
Commands print one JSON object, or a table with --human; a failure prints {"error":…} and exits with 1.
Commands that open a database take --database; those that call a running service take --base-url.
svc <command> --help explains a command, svc --version prints the version. To try it: svc demo, then svc serve.
`

function addCommand(
  parent: Program,
  name: string,
  command: Command,
  run: (args: Arguments) => Promise<void>,
) {
  const made = parent.command(name).description(command.summary).addHelpText('after', helpOf(command))
  if (command.operand !== undefined) made.argument(command.operand)
  const options = optionsOf(command)
  const attributes = new Map<string, string>()
  for (const [option, { value: named, help }] of Object.entries(options)) {
    const flag = new ProgramOption(named === undefined ? `--${option}` : `--${option} <${named}>`, help)
    if (named !== undefined)
      flag.argParser((value, before: string[] | undefined) => {
        // Commander would take `--errors --dry-run` for a file of that name.
        if (value.startsWith('--') && Object.hasOwn(options, value.slice(2)))
          throw operatorError('bad_option', `--${option} needs a value. See: svc ${command.name} --help`)
        return [...(before ?? []), value]
      })
    made.addOption(flag)
    attributes.set(option, flag.attributeName())
  }
  made.showHelpAfterError(`See: svc ${command.name} --help`)
  made.action(() => {
    const values = made.opts<Record<string, string[] | true | undefined>>()
    const valuesOf = (option: string) => [values[attributes.get(option) ?? ''] ?? []].flat()
    return run(argumentsOf(command, made.args[0] ?? '', valuesOf))
  })
}

/**
 * @param print receives help and refusals
 * @param run called if the command line is valid
 */
function createProgram(
  commands: readonly Command[],
  print: (text: string) => void,
  run: (command: Command, args: Arguments) => Promise<void>,
): Program {
  const program = new Program('svc')
    .usage('<command> [options]')
    .description('the workspace data service and its operator commands')
    .exitOverride()
    .configureOutput({ writeOut: print, writeErr: print })
    // An option belongs to the command that it follows.
    .enablePositionalOptions()
    .helpOption('-h, --help', 'print this text')
    .option('--human', 'print a table for people instead of JSON')
    .showHelpAfterError('See: svc --help')
    .addHelpText('after', overview)
  for (const command of commands) {
    const [first = '', second] = command.name.split(' ')
    const group = program.commands.find((one) => one.name() === first)
    const start = (args: Arguments) => run(command, args)
    if (second === undefined) addCommand(program, first, command, start)
    else addCommand(group ?? program.command(first), second, command, start)
  }
  for (const group of program.commands)
    if (group.description() === '') {
      group.description(group.commands.map((one) => one.name()).join(', '))
      group.showHelpAfterError(`See: svc ${group.name()} --help`)
    }
  return program
}

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

type Ending = { output: string; stream: 'stdout' | 'stderr'; exitCode: 0 | 1 | 2 }

/**
 * @param words the command line after `svc`
 * @returns what is printed, where, and the exit code
 */
export async function runCommandLine(
  commands: readonly Command[],
  words: readonly string[],
): Promise<Ending> {
  const human = isForPeople(words)
  let exitCode: 0 | 2 = 0
  const done = (output: string): Ending => ({ output, stream: 'stdout', exitCode })
  let printed = ''
  let answer: object | undefined
  const print = (text: string) => void (printed += text)
  const program = createProgram(commands, print, async (command, args) => {
    answer = await command.run(args)
    if (answer !== undefined && command.partly?.is(answer) === true) exitCode = 2
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
    const elsewhere = human || commands.find(({ name }) => name === words[0])?.errors === 'stderr'
    return {
      output: failureText(asError(error), words),
      stream: elsewhere ? 'stderr' : 'stdout',
      exitCode: 1,
    }
  }
}

// Prints the JSON object of a command as a table (`--human`, CLI-03): lists of objects become tables, other members lines.

type Row = Record<string, unknown>

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isTable = (value: unknown): value is Row[] =>
  Array.isArray(value) && value.length > 0 && value.every(isRow)

/** `memberLimit` → `member limit`. */
const title = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** Control characters are removed, because a name must not move the cursor. */
const cell = (value: unknown): string => {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(cell).join(', ')
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
}

// East Asian width (UAX 11) of letters, signs and emoji.
const wide =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Bopomofo}\p{Script=Yi}[\p{Script=Katakana}--[\uff66-\uff9d]]\p{Emoji_Presentation}\u3000-\u303e\u30a0\u30fb\u30fc\uff01-\uff60\uffe0-\uffe6]/v
const stacked = /[\p{Mn}\p{Me}]/u

/** The number of terminal cells of a text: two for wide letters, none for combining marks. */
const widthOf = (text: string): number => {
  let cells = 0
  for (const letter of text.normalize('NFC')) if (!stacked.test(letter)) cells += wide.test(letter) ? 2 : 1
  return cells
}

const padded = (lines: readonly string[][]) => {
  const widths: number[] = []
  for (const line of lines) {
    line.forEach((text, column) => (widths[column] = Math.max(widths[column] ?? 0, widthOf(text))))
  }
  const fill = (text: string, column: number) => text + ' '.repeat((widths[column] ?? 0) - widthOf(text))
  return lines.map((line) => line.map(fill).join('  ').trimEnd())
}

const indented = (lines: readonly string[]) => lines.map((line) => (line === '' ? '' : `  ${line}`))

function tableLines(rows: readonly Row[]): string[] {
  const columns = [...new Set(rows.flatMap(Object.keys))]
  if (rows.some((row) => Object.values(row).some(isTable))) {
    return rows.flatMap((row, index) => (index === 0 ? objectLines(row) : ['', ...objectLines(row)]))
  }
  return padded([columns.map(title), ...rows.map((row) => columns.map((column) => cell(row[column])))])
}

function objectLines(row: Row): string[] {
  const plain = Object.entries(row).filter(([, value]) => !isTable(value) && !isRow(value))
  const lines = padded(plain.map(([name, value]) => [title(name), cell(value)]))
  for (const [name, value] of Object.entries(row)) {
    if (isTable(value)) lines.push(`${title(name)}:`, ...indented(tableLines(value)))
    else if (isRow(value)) lines.push(`${title(name)}:`, ...indented(objectLines(value)))
  }
  return lines
}

/** @param answer the JSON object of a command */
export function humanText(answer: object): string {
  const row: Row = { ...answer }
  const [only, ...others] = Object.values(row)
  const lines = others.length === 0 && isTable(only) ? tableLines(only) : objectLines(row)
  return `${lines.join('\n')}\n`
}

// What `svc` says about itself.
import { optionsOf, type Command, type Option } from './command.ts'

const helpOption: [string, Option] = ['help', { help: 'print this text' }]

const table = (rows: [string, string][]) => {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n')
}

const usage = ({ name, operand }: Command) => (operand === undefined ? name : `${name} ${operand}`)

export function commandHelp(command: Command): string {
  const options = [...Object.entries(optionsOf(command)), helpOption]
  return [
    `svc ${usage(command)} [options]`,
    '',
    command.summary,
    '',
    table(
      options.map(([name, { value, help }]) => [
        value === undefined ? `--${name}` : `--${name} ${value}`,
        help,
      ]),
    ),
    '',
    'For example:',
    `  ${command.example}`,
    '',
    'Exit codes:',
    '  0  done; one JSON object is on stdout',
    '  1  not done; {"error":{"code","message"}} on stdout says why and what to do',
    '',
  ].join('\n')
}

const summaries = (commands: readonly Command[]) =>
  table(commands.map((command) => [usage(command), command.summary]))

/** What is said of commands that share their first word. */
export const groupHelp = (first: string, commands: readonly Command[]): string =>
  [
    `svc ${first} <command>`,
    '',
    summaries(commands),
    '',
    `svc ${first} <command> --help says more.`,
    '',
  ].join('\n')

export const overview = (commands: readonly Command[]): string =>
  [
    'svc — the workspace data service and what its operator does with it',
    '',
    summaries(commands),
    '',
    'Commands print one JSON object, or a table with --human; a failure prints {"error":…} and exits with 1.',
    'Commands that open a database take --database; those that ask a running service take --base-url.',
    'svc <command> --help says more, svc --version which version this is. To look around: svc demo, then svc serve.',
    '',
  ].join('\n')

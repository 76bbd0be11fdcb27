// The commands of `svc` as commander parses them and writes their help.
import { Command as Program, Option as ProgramOption } from 'commander'
import { operatorError } from '../operator/error.ts'
import { argumentsOf, optionsOf, type Arguments, type Command } from './command.ts'

const helpOf = ({ example }: Command) => `
For example:
  ${example}

Exit codes:
  0  done; one JSON object is on stdout
  1  not done; {"error":{"code","message"}} on stdout says why and what to do
`

const overview = `
Commands print one JSON object, or a table with --human; a failure prints {"error":…} and exits with 1.
Commands that open a database take --database; those that ask a running service take --base-url.
svc <command> --help says more, svc --version which version this is. To look around: svc demo, then svc serve.
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
 * @param print takes help, and what commander says about words that it does not accept
 * @param run a command, when its words are accepted
 */
export function createProgram(
  commands: readonly Command[],
  print: (text: string) => void,
  run: (command: Command, args: Arguments) => Promise<void>,
): Program {
  const program = new Program('svc')
    .usage('<command> [options]')
    .description('the workspace data service and what its operator does with it')
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

// Builds the commands of `svc` for commander, which parses the command line and writes the help.
import { Command as Program, Option as ProgramOption } from 'commander'
import { operatorError } from '../operator/error.ts'
import { argumentsOf, optionsOf, type Arguments, type Command } from './command.ts'

const helpOf = ({ example }: Command) => `
For example:
  ${example}

Exit codes:
  0  success; one JSON object on stdout
  1  failure; {"error":{"code","message"}} on stdout has the cause and what to do
`

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
export function createProgram(
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

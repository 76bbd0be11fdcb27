// `svc reseal`: the last step of a rotation of the sealing key.
import { resealAll } from '../operator/reseal.ts'
import { openSeal } from '../environments/sealing-keys.ts'
import { pathOption, withStore, type Command } from './command.ts'

export const reseal: Command = {
  name: 'reseal',
  summary:
    'Seal all secrets with the newest sealing key. First add the new key before the old one and restart the service; remove the old one afterwards.',
  options: {
    'sealing-key-file': {
      value: 'FILE',
      help: 'the keys, the newest first (default: SVC_SEALING_KEY, else a file beside your data directory)',
    },
  },
  example: 'svc reseal --sealing-key-file ./sealing.key',
  run(args) {
    const seal = openSeal({ file: args.optional('sealing-key-file', pathOption) })
    return withStore(args, (store) => resealAll(store, seal, Date.now()))
  },
}

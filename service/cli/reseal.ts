// `svc reseal`: the last step of exchanging the sealing key.
import { resealAll } from '../operator/reseal.ts'
import { openSeal } from '../operator/sealing-keys.ts'
import { pathOption, withStore, type Command } from './command.ts'

export const reseal: Command = {
  name: 'reseal',
  summary:
    'Seal all secrets again with the newest sealing key. Before: put a new key in front of the old one and restart the service. After: remove the old one.',
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

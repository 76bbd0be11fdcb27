// Set up before each file of tests: what properties draw is the same in every run of one seed (docs/contributing/testing.md).
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env['SVC_SEED'] ?? 1) })

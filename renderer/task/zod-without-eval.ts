// Must be imported before any schema is created: the content security policy forbids the code that zod compiles
// (https://zod.dev/v4/changelog, `jitless`).
import { z } from 'zod'

z.config({ jitless: true })

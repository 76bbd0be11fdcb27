// Imported before anything that makes a schema: the page's content policy forbids the code that zod compiles, and zod
// tries it when a schema is made (https://zod.dev/v4/changelog, `jitless`).
import { z } from 'zod'

z.config({ jitless: true })

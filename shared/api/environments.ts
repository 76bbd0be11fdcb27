// Environment variables of projects: the command-line surface, `/cli/v1` (CLI-01, CLI-02).
import { z } from 'zod'
import { exact } from './exact.ts'
import { routeError } from './errors.ts'
import { createdAt, many, one, updatedAt } from './primitives.ts'

/** A set must fit in one request, including JSON escapes. */
export const variableLimits = {
  count: 500,
  valueLength: 65_536,
  totalBytes: 131_072,
  environments: 50,
} as const

const key = { pattern: /^[A-Z_][A-Z0-9_]*$/, maxLength: 200 } as const
export const variableKey = z
  .string()
  .regex(key.pattern, 'A key is made of capital letters, digits and underscores.')
  .max(key.maxLength)
const variableValue = z.string().max(variableLimits.valueLength)

export const environmentName = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'An environment is named by small letters, digits and single dashes.')
  .max(60)

const version = z.int().min(0).describe('Incremented by every change; 0 before the first.')

export const project = z
  .object({
    id: z.string().describe('Id of the project.'),
    slug: z.string().describe('Its short name, as paths take it.'),
    name: z.string().describe('Name for people.'),
    createdAt,
    environments: z
      .array(z.object({ name: z.string().describe('Name of the environment.'), version, updatedAt }))
      .describe('Environments that were written.'),
  })
  .meta({ id: 'Project' })
export type Project = z.infer<typeof project>
export const projectsResponse = many(project)

export const environmentQuery = exact({
  environment: environmentName.default('development').describe('Environment of the project.'),
})

export const variable = z
  .object({
    key: z.string().describe('Name of the variable.'),
    value: z.string().describe('Its value.'),
    updatedAt,
    version: version.describe('Version of the environment in which the variable last changed.'),
  })
  .meta({ id: 'Variable' })
export type Variable = z.infer<typeof variable>

/** `version` is the version of the environment. Clients send it back as `base_version`. */
export const variablesResponse = z.object({
  data: z.array(variable).describe('The variables, by key.'),
  version,
})

/** Counts the names before validating them, because tens of thousands of invalid names would block the event loop. */
const countedFirst = <T extends z.ZodType>(variables: T) =>
  z.preprocess((sent, context) => {
    if (typeof sent !== 'object' || sent === null || Object.keys(sent).length <= variableLimits.count)
      return sent
    const message = `An environment holds at most ${variableLimits.count} variables.`
    context.addIssue({ code: 'too_big', origin: 'map', maximum: variableLimits.count, input: sent, message })
    return z.NEVER
  }, variables)

// Strict, because a misspelt `base_version` would disable the conflict check.
export const variablesWrite = exact({
  variables: countedFirst(z.record(variableKey, variableValue)).meta({
    description: 'Key → value.',
    // The generated schema describes only the values.
    propertyNames: { type: 'string', ...key, pattern: key.pattern.source },
  }),
  merge: z
    .boolean()
    .default(false)
    .describe('Keep variables that are not in the request. Otherwise they are deleted.'),
  base_version: version
    .optional()
    .describe('Version on which the change is based. 409 if the environment has changed since.'),
})

export const variablesChange = z
  .object({
    version,
    created: z.array(z.string()).describe('Keys that were added.'),
    updated: z.array(z.string()).describe('Keys whose values changed.'),
    deleted: z.array(z.string()).describe('Keys that were removed.'),
  })
  .meta({ id: 'VariablesChange' })
export type VariablesChange = z.infer<typeof variablesChange>
export const variablesChangeResponse = one(variablesChange)

/** The 429 of this surface has the wait in its body as well. */
export const commandLineRateError = routeError
  .extend({ retryAfterMs: z.int().positive().describe('Milliseconds to wait.') })
  .meta({ id: 'CommandLineRateError' })

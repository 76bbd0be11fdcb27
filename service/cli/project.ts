// `svc project create` and `svc project list`.
import { iso } from '../base/time.ts'
import { createProject, listProjects } from '../operator/projects.ts'
import {
  nameOption,
  slugOption,
  withStore,
  withUnchangedStore,
  workspaceOption,
  type Command,
} from './command.ts'

export const projectCreate: Command = {
  name: 'project create',
  summary: 'Create a project for environment variables, which `svc env` pulls and pushes.',
  options: {
    workspace: workspaceOption,
    slug: { value: 'SLUG', help: 'its short name: small letters, digits and dashes' },
    name: { value: 'NAME', help: 'the name that people see' },
  },
  example: 'svc project create --workspace acme --slug website --name "The website"',
  run(args) {
    const slug = args.required('slug', slugOption)
    const input = {
      workspace: args.required('workspace', slugOption),
      slug,
      name: args.optional('name', nameOption) ?? slug,
      at: Date.now(),
    }
    return withStore(args, async (store) => {
      const { createdAt, ...project } = await createProject(store, input)
      return { ...project, createdAt: iso(createdAt) }
    })
  },
}

export const projectList: Command = {
  name: 'project list',
  summary: 'List the projects of a workspace and the versions of their environments.',
  options: { workspace: workspaceOption },
  example: 'svc project list --workspace acme --human',
  run(args) {
    const input = { workspace: args.required('workspace', slugOption) }
    return withUnchangedStore(args, async (store) => {
      const projects = await listProjects(store, input)
      return {
        projects: projects.map(({ createdAt, environments, ...project }) => ({
          ...project,
          createdAt: iso(createdAt),
          environments: environments.map(({ updatedAt, ...environment }) => ({
            ...environment,
            updatedAt: iso(updatedAt),
          })),
        })),
      }
    })
  },
}

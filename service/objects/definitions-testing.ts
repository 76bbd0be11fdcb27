// For tests of the store: a small object.
import type { ObjectType } from './objects.store.ts'

export const objectOf = (slug: string, name = slug): ObjectType => ({
  id: `obj_${slug}`,
  slug,
  singularName: name,
  pluralName: name,
  icon: null,
  color: null,
  description: null,
  position: 0,
  createdAt: 1,
})

// For tests of the store: an object and a field of it, small ones.
import type { Field, ObjectType } from './objects.ts'

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

export const fieldOf = (slug: string, objectId: string, name = slug): Field => ({
  id: `fld_${slug}`,
  objectId,
  slug,
  name,
  kind: 'text',
  required: false,
  primary: false,
  readOnly: false,
  proOnly: false,
  inPreview: true,
  options: null,
  position: 1,
})

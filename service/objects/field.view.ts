// A field as both surfaces show it (FLD-01).
import type { Field as FieldResource } from '../../shared/api/objects.ts'
import type { Field } from './objects.store.ts'

export const presentField = ({ id, slug, name, kind, required, primary, readOnly, options }: Field) =>
  // A definition with options that are not those of its type is refused.
  ({ id, slug, name, type: kind, required, primary, readOnly, options }) as FieldResource

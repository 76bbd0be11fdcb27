// Which of what fits a list field are offered. Pure.
import type { Picked } from '../task-values.ts'

/** So many are offered at once: others are found by typing more, or once these are chosen. */
const mostOffered = 12

/** @param options all that fits, best first @param most that the field has room for */
export const offeredOf = <Option extends Picked>(
  options: readonly Option[],
  picked: readonly Picked[],
  most: number,
): Option[] => {
  if (picked.length >= most) return []
  const taken = new Set(picked.map(({ id }) => id))
  return options.filter(({ id }) => !taken.has(id)).slice(0, mostOffered)
}

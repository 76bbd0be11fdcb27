// How a cell names the choices of a field, and which of them it names. Pure.
import type { FieldOptions } from '../../shared/api/objects.ts'
import { fold } from '../../shared/search/text-fold.ts'
import { couldBe, listOf } from './named.ts'

type Choice = { id: string; name: string }
/** What a text names, or why it names nothing. */
type Named<T> = { is: 'value'; value: T } | { is: 'refused'; message: string }

const refused = (message: string) => ({ is: 'refused', message }) as const
const fullName = ({ name, id }: Choice) => `${name.trim()} (${id})`

/** What stands between several choices of a cell that an export writes. */
const between = /[;|\n]/

function createReader(choices: readonly Choice[]) {
  const written = (text: string) => text.normalize('NFC')
  const by = (key: (choice: Choice) => string) => {
    const known = Map.groupBy(choices, key)
    return (text: string): readonly Choice[] => known.get(text) ?? []
  }
  const byName = { exact: by(({ name }) => written(name)), alike: by(({ name }) => fold(name)) }
  const byId = { exact: by(({ id }) => written(id)), alike: by(({ id }) => fold(id)) }
  const byBoth = by((choice) => written(fullName(choice)))

  /** The choices that a text may mean. An export writes names, so a name comes before an id. */
  const meant = (text: string): readonly Choice[] => {
    const names = byName.exact(written(text))
    const ids = byId.exact(written(text))
    if (names.length === 1) return names
    if (ids.length === 1 && names.length === 0) return ids
    // Of those that share a name, the one whose id is the name, too.
    const both = ids.filter((choice) => names.includes(choice))
    return (
      [both, names, byName.alike(fold(text)), byId.alike(fold(text)), byBoth(written(text))].find(
        (some) => some.length > 0,
      ) ?? []
    )
  }
  const isKnown = (text: string) => meant(text).length > 0

  const one = (text: string): Named<string> => {
    const [choice, other] = meant(text)
    if (choice && other) return refused(couldBe(text, fullName(choice), fullName(other)))
    if (choice) return { is: 'value', value: choice.id }
    const names = choices.slice(0, 20).map(({ name }) => name)
    return refused(`“${text}” is none of ${names.join(', ')}.`)
  }

  const several = (text: string): Named<string[]> => {
    const apart = listOf(text, between)
    const isWhole = isKnown(text)
    if (isWhole && apart.length > 1 && apart.every(isKnown))
      return refused(`“${text}” could be one choice or ${apart.length}. Use ids.`)
    // A name may hold a comma itself.
    const parts = isWhole ? [text] : apart.flatMap((some) => (isKnown(some) ? [some] : listOf(some, /,/)))
    const ids = new Set<string>()
    for (const part of parts) {
      const choice = one(part)
      if (choice.is === 'refused') return choice
      ids.add(choice.value)
    }
    return { is: 'value', value: [...ids] }
  }
  return { one, several }
}

/** The cells of a field with these choices, read and written. Folding the names costs most, so it is done once a field. */
function createChoiceCells(choices: readonly Choice[]) {
  const { one, several } = createReader(choices)
  const isRead = (text: string, id: string) => {
    const read = one(text.trim())
    return read.is === 'value' && read.value === id
  }
  const textsOf = (isFit: (text: string) => boolean) =>
    new Map(
      choices.map((choice) => {
        const { id, name } = choice
        return [id, [name, id].find((text) => isFit(text) && isRead(text, id)) ?? fullName(choice)]
      }),
    )
  const alone = textsOf(() => true)
  const among = textsOf((text) => !between.test(text))
  const textOf = (id: string) => alone.get(id) ?? id
  return {
    one,
    several,
    /** Its name; where that would be read as another choice, its id or both. */
    textOf,
    textOfSeveral(ids: readonly string[]): string {
      const texts = [textOf, (id: string) => among.get(id) ?? id, (id: string) => id].map((by) =>
        ids.map(by).join('; '),
      )
      const areRead = (text: string) => {
        const read = several(text.trim())
        return read.is === 'value' && read.value.join('\n') === ids.join('\n')
      }
      // One that is not read as these is refused.
      return texts.find(areRead) ?? texts[1] ?? ''
    },
  }
}

const known = new WeakMap<object, ReturnType<typeof createChoiceCells>>()
const none = createChoiceCells([])

/** @param options of a field, as the store gave them */
export function choiceCells(options: FieldOptions): ReturnType<typeof createChoiceCells> {
  if (!options) return none
  const cells = known.get(options) ?? createChoiceCells(options.choices ?? [])
  known.set(options, cells)
  return cells
}

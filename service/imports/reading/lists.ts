// Cells with several values: what separates them, and the choices that they name (IMP-03).
import type { ImportChoices } from '../../../shared/api/launcher/imports.ts'
import { fold } from '../../../shared/search/text-fold.ts'
import type { Field } from '../../objects/objects.store.ts'
import type { Choice, NewChoices } from './plan.ts'

/** Google separates values so, whatever else a cell holds. */
const marks = [' ::: ', '\n', ';', '|', ','] as const
type Mark = (typeof marks)[number]

export const partsOf = (text: string, mark: string): string[] =>
  text
    .split(mark)
    .map((part) => part.trim())
    .filter((part) => part !== '')

export const markOfChoice = (separator: ImportChoices['listSeparator']): Mark | undefined =>
  separator === 'line' ? '\n' : separator

/**
 * Sees the cells of a column, and says then what separates their values: the mark that finds most known names, else the
 * first that appears.
 * @param isKnown undefined where names are not known before they are looked up: a comma is then part of a name
 */
export function createSeparator(isKnown: ((name: string) => boolean) | undefined) {
  const tried = isKnown ? marks : marks.slice(0, -1)
  const counts = new Map(tried.map((mark) => [mark, { cells: 0, names: 0 }]))
  let seen = 0
  return {
    add: (text: string): void => {
      // The first values tell.
      if (text === '' || seen >= 2_000 || isKnown?.(text)) return
      seen += 1
      for (const [mark, count] of counts) {
        if (!text.includes(mark)) continue
        count.cells += 1
        if (isKnown) count.names += partsOf(text.slice(0, 2_000), mark).filter(isKnown).length
      }
    },
    end: (): Mark | undefined => {
      const most = Math.max(...[...counts.values()].map(({ names }) => names))
      return tried.find((mark) => {
        const count = counts.get(mark)
        return count !== undefined && count.cells > 0 && count.names === most
      })
    },
  }
}

/** `CONSUMER_GOODS` is "Consumer Goods". */
const choiceKey = (text: string): string =>
  fold(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const colors = ['#3b82f6', '#22a06b', '#e2483d', '#cf9f02', '#8f7ee7', '#1d9aaa', '#da62ac', '#626f86']
/** More choices than a schema file can have. */
const mostChoices = 500
const longestName = 200

/** A short name of a field or choice that is not taken. */
export function slugFor(name: string, taken: ReadonlySet<string>, fallback: string): string {
  const words = fold(name)
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 50)
    .replace(/_+$/, '')
  const start = words === '' ? fallback : words
  let slug = start
  for (let count = 2; taken.has(slug); count += 1) slug = `${start}_${count}`
  return slug
}

export type Choices = {
  /** The id of a choice by its id or its name. */
  known: (text: string) => string | undefined
  /** The same, or a new choice; undefined where none may be made. */
  find: (text: string) => string | undefined
  added: () => readonly Choice[]
}

/** @param may whether a choice that is missing is made */
export function choicesOf({ options }: Field, may: 'create' | 'leave out'): Choices {
  const byKey = new Map<string, string>()
  const all = options?.choices ?? []
  for (const { id, name } of all.toReversed()) byKey.set(choiceKey(name), id)
  for (const { id } of all.toReversed()) byKey.set(choiceKey(id), id)
  const ids = new Set(all.map(({ id }) => id))
  const added: Choice[] = []
  const cache = new Map<string, string | undefined>()
  const known = (text: string): string | undefined => {
    if (cache.has(text)) return cache.get(text)
    const found = text.length > longestName ? undefined : byKey.get(choiceKey(text))
    // A column of long texts must not fill the memory.
    if (cache.size < 2_000) cache.set(text, found)
    return found
  }
  return {
    known,
    find: (text) => {
      const found = known(text)
      const name = text.trim()
      if (found !== undefined || may === 'leave out' || name.length > longestName) return found
      if (choiceKey(name) === '' || ids.size >= mostChoices) return undefined
      const id = slugFor(name, ids, 'choice')
      added.push({ id, name, color: colors[ids.size % colors.length] ?? '#626f86' })
      ids.add(id)
      byKey.set(choiceKey(name), id)
      cache.clear()
      return id
    },
    added: () => added,
  }
}

export const newChoicesOf = (fields: ReadonlyMap<Field, Choices>): NewChoices[] =>
  [...fields].flatMap(([field, choices]) => {
    const added = choices.added()
    return added.length > 0 ? [{ field, choices: added }] : []
  })

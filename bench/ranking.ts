// `npm run -s bench -- ranking`: how high the wanted row stands (mean reciprocal rank) over a labelled set of queries, and
// how long a query takes over 20,000 titles; ours beside MiniSearch, uFuzzy and Fuse.js on the same titles.
import UFuzzy from '@leeoniya/ufuzzy'
import Fuse from 'fuse.js'
import MiniSearch from 'minisearch'
import { Command } from 'lucide-react'
import type { FoundCommand } from '../renderer/actions/actions.ts'
import { matchingCommands, withNamed } from '../renderer/palette/matching-commands.ts'
import { createRowCache } from '../renderer/items/row-cache.ts'
import { keyOf } from '../renderer/items/rows.ts'
import { en } from '../shared/messages/en.ts'
import { unused, type Use } from '../shared/search/score.ts'
import { percentile } from './percentile.ts'
import { doneWith, rankingSet } from './ranking-set.ts'
import { rankingNow as now, rankingOptions, rankingTitles, type Titled } from './ranking-titles.ts'

const noiseOfSet = 250
const manyTitles = 20_000
const shown = 10

/** The commands by their messages: the table of actions has views, which Node cannot load. */
const commands = Object.entries(en).flatMap(([key, also]): FoundCommand[] => {
  const [, name] = /^command\.(\w+)\.also$/.exec(key) ?? []
  if (name === undefined) return []
  const title = Object.entries(en).find(([one]) => one === `command.${name}`)?.[1] ?? ''
  return [{ id: name, title, also, icon: Command, isHome: false }]
})

type Search = (query: string) => readonly string[]
type Engine = { name: string; build: (titles: readonly Titled[]) => Search }

/** What the page finds. @param useOf what the person did with the row of this title */
const ours = (titles: readonly Titled[], useOf: (title: string) => Use): Search => {
  const cache = createRowCache(() => now)
  const rows = titles.map(({ row, title }) => ({
    ...row,
    source: 'cached' as const,
    seenAt: 0,
    use: useOf(title),
  }))
  cache.apply({ epoch: 1, upTo: 1, more: false, rows, gone: [] })
  cache.keepOptions(rankingOptions)
  const keys = new Map(titles.map(({ key, row }) => [keyOf(row), key]))
  return (query) => {
    const scoreOf = (key: string): number => cache.explain(query, key)?.score ?? 0
    const named = matchingCommands(query, commands, [], 'all', cache.stateOf(query) !== null)
    return withNamed(cache.search(query, null), named, scoreOf)
      .slice(0, shown)
      .map(({ key, title }) => keys.get(key) ?? title)
  }
}

/** Each as its documentation advises for searching names while typing. */
const engines: readonly Engine[] = [
  { name: 'ours', build: (titles) => ours(titles, (title) => doneWith(title, now)) },
  { name: 'oursWithoutUse', build: (titles) => ours(titles, () => unused) },
  {
    name: 'miniSearch',
    build: (titles) => {
      const index = new MiniSearch<Titled>({ fields: ['title'], idField: 'key' })
      index.addAll(titles)
      const options = { prefix: true, fuzzy: 0.2, combineWith: 'AND' } as const
      return (query) =>
        index
          .search(query, options)
          .slice(0, shown)
          .map(({ id }) => String(id))
    },
  },
  {
    name: 'uFuzzy',
    build: (titles) => {
      const matcher = new UFuzzy({ intraMode: 1, intraIns: 1 })
      const haystack = UFuzzy.latinize(titles.map(({ title }) => title))
      return (query) => {
        const [found, info, order] = matcher.search(haystack, UFuzzy.latinize([query])[0] ?? '', 5, 1_000)
        const places = order !== null && info !== null ? order.map((at) => info.idx[at] ?? -1) : (found ?? [])
        return places.slice(0, shown).map((at) => titles[at]?.key ?? '')
      }
    },
  },
  {
    name: 'fuse',
    build: (titles) => {
      const index = new Fuse(titles, {
        keys: ['title'],
        ignoreLocation: true,
        threshold: 0.3,
        ignoreDiacritics: true,
      })
      return (query) => index.search(query, { limit: shown }).map(({ item }) => item.key)
    },
  },
]

const rounded = (value: number): number => Math.round(value * 1000) / 1000
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** One over the place of the first wanted row, 0 where none is shown. */
const reciprocalRank = (found: readonly string[], wanted: readonly string[]): number => {
  const at = found.findIndex((key) => wanted.includes(key))
  return at === -1 ? 0 : 1 / (at + 1)
}

/** The mean over the labelled set, as the page ranks. */
export const meanRank = (): number => {
  const search = ours(rankingTitles(noiseOfSet), (title) => doneWith(title, now))
  return mean(rankingSet.map(({ query, wanted }) => reciprocalRank(search(query), wanted)))
}

export const benchRanking = (): Record<string, unknown> => {
  const titles = rankingTitles(noiseOfSet)
  const many = rankingTitles(manyTitles - (titles.length - noiseOfSet))
  const byEngine = engines.map(({ name, build }) => {
    const search = build(titles)
    const scored = rankingSet.map(({ kind, query, wanted }) => {
      const rank = reciprocalRank(search(query), wanted)
      if (process.env['BENCH_DEBUG'] && rank < 1)
        console.error(name, kind, query, rank, search(query).slice(0, 3))
      return { kind, rank }
    })
    const kinds = [...new Set(scored.map(({ kind }) => kind))]
    const started = performance.now()
    const searchMany = build(many)
    const buildMs = Math.round(performance.now() - started)
    const times = rankingSet.flatMap(({ query }) =>
      // As it is typed: each beginning is a query.
      Array.from({ length: query.length }, (_, at) => {
        const before = performance.now()
        searchMany(query.slice(0, at + 1))
        return performance.now() - before
      }),
    )
    return [
      name,
      {
        mrr: rounded(mean(scored.map(({ rank }) => rank))),
        mrrOfTexts: rounded(mean(scored.filter(({ kind }) => kind !== 'use').map(({ rank }) => rank))),
        ...Object.fromEntries(
          kinds.map((each) => [
            each,
            rounded(mean(scored.filter(({ kind }) => kind === each).map(({ rank }) => rank))),
          ]),
        ),
        buildMs,
        keystrokeP50Ms: percentile(times, 0.5),
        keystrokeP95Ms: percentile(times, 0.95),
      },
    ] as const
  })
  return {
    bench: 'ranking',
    queries: rankingSet.length,
    titles: titles.length,
    speedTitles: many.length,
    ...Object.fromEntries(byEngine),
  }
}

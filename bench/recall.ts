// `npm run -s bench -- recall`: of the ten results that reading every title would give, how many search finds, at
// 100,000 records. The reference ranks every title by the same rules (LCH-07); the index looks at few.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { usualSize } from '../service/demo/fill.ts'
import { loadDemo } from '../service/demo/load.ts'
import { rankFound, type Ranked } from '../service/search/matches.store.ts'
import { createRandom, type Random } from '../service/demo/random.ts'
import { openStore } from '../service/db/open.ts'
import { everyone } from '../service/search/lookup.store.ts'
import { foldedOf, titleOfFolded, wordsOf, type FoldedTitle } from '../shared/search/text-fold.ts'
import { matchOf } from '../shared/search/text-match.ts'
import { findBestMatches } from '../service/search/search.store.ts'

const records = 100_000
const queriesOfAKind = 60
const compared = 10

/** What the index looks for; where that is little, a part of a word and a typo are looked for in fewer titles. */
const beginnings: readonly Ranked['class'][] = ['exact', 'prefix', 'wordPrefix']

type Title = { entry: number; ref: string; rankedAt: number; folded: FoldedTitle; words: readonly string[] }

const typoIn = (random: Random, word: string): string => {
  const at = random.whole(1, word.length - 2)
  const [before, here, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)]
  return random.pick([
    before + after,
    before + here + here + after,
    `${before}${random.pick(['a', 'e', 'i', 'o', 's', 't'])}${after}`,
    before + after.charAt(0) + here + after.slice(1),
  ])
}

/** How queries of each kind are made from a title that is there. */
const kinds: Record<string, (random: Random, words: readonly string[]) => string | null> = {
  twoLetters: (random, words) => random.pick(words as [string]).slice(0, 2),
  threeLetters: (random, words) => random.pick(words as [string]).slice(0, 3),
  fiveLetters: (random, words) => random.pick(words as [string]).slice(0, 5),
  twoWords: (_, [first, second]) => (second === undefined ? null : `${first} ${second.slice(0, 3)}`),
  twoShortWords: (_, [first, second]) =>
    second === undefined ? null : `${first?.slice(0, 3)} ${second.slice(0, 2)}`,
  wholeTitle: (_, words) => words.join(' '),
  oneTypo: (random, words) => {
    const word = random.pick(words as [string])
    return word.length < 5 ? null : typoIn(random, word)
  },
}

export const benchRecall = async (): Promise<Record<string, unknown>> => {
  const dir = mkdtempSync(join(tmpdir(), 'svc-recall-'))
  const path = join(dir, 'recall.sqlite')
  try {
    const store = await openStore(`file:${path}`)
    const { workspaces } = await loadDemo(store, { ...usualSize, records }, Date.UTC(2026, 4, 6, 9))
    const workspaceId = workspaces[0]?.id ?? ''
    const database = new DatabaseSync(path, { readOnly: true })
    const titles = database
      .prepare(
        `select thing, ref, title, ranked_at from search_title where workspace_id = ? and kind = 'record'`,
      )
      .all(workspaceId)
      .map((row): Title => ({
        entry: Number(row['thing']),
        ref: String(row['ref']),
        rankedAt: Number(row['ranked_at']),
        folded: titleOfFolded(String(row['title'])),
        words: wordsOf(String(row['title'])),
      }))
    database.close()
    const bestOf = (text: string): (Ranked & { ref: string })[] => {
      const query = foldedOf(text)
      const found = titles.flatMap(({ entry, ref, rankedAt, folded }) => {
        const match = matchOf(query, folded)
        return match ? [{ entry, ref, rankedAt, class: match.class, fit: match.fit }] : []
      })
      return rankFound(found).slice(0, compared)
    }

    const random = createRandom('recall')
    const recall: Record<string, number> = {}
    const worst: Record<string, string[]> = {}
    const begun = { wanted: 0, had: 0 }
    for (const [kind, queryFrom] of Object.entries(kinds)) {
      let [wanted, had] = [0, 0]
      for (let asked = 0; asked < queriesOfAKind;) {
        const title = random.pick(titles as [Title, ...Title[]])
        const text = queryFrom(random, title.words)
        if (text === null || text.trim().length < 2) continue
        asked += 1
        const best = bestOf(text)
        const found = await store.read((tx) =>
          findBestMatches(tx, workspaceId, text, [{ kind: 'record', audience: everyone }], compared),
        )
        const refs = new Set(found.map((each) => each.ref))
        const hits = best.filter(({ ref }) => refs.has(ref)).length
        wanted += best.length
        had += hits
        const begins = best.filter((one) => beginnings.includes(one.class))
        begun.wanted += begins.length
        begun.had += begins.filter(({ ref }) => refs.has(ref)).length
        if (hits < best.length) (worst[kind] ??= []).push(`${text} ${hits}/${best.length}`)
      }
      recall[kind] = Math.round((1000 * had) / wanted) / 1000
    }
    if (process.env['BENCH_DEBUG']) console.error(worst)
    await store.close()
    const ofBeginnings = begun.had / begun.wanted
    return { bench: 'recall', engine: 'sqlite', records, compared, queriesOfAKind, ...recall, ofBeginnings }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

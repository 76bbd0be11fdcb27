// "1/2 cup" is an amount, "room 3/4" a number, "3/4 at noon" a day, "May 3 times" a count: what stands beside numbers says
// which. Pure.

const numbers = /^(\d{1,2})\/(\d{1,2})$/
/** Of these there is half a one, also where nouns have a capital. */
const unit =
  /^\s?["″”]|^\s+(?:in\.|times|copies|miles|cups?|tsp|tbsp|(?:tea|table)spoons?|oz|lbs?|k?g|[mcd]?l|[kcm]?m|inch(?:es)?|ft|minutes?|hours?|days?|weeks?|months?|years?|pages?|stars?|tassen?|(?:tee|ess)löffel|[te]l|liter|pfund|kilo|minuten?|stunden?|tage?|wochen?|monate?|jahre?|seiten?|stück|sterne?|preis|mal|off|instal?lments?)(?![\p{L}\p{N}])/iu
/** What a sentence goes on with behind a date: when, where, with whom, or another clause. */
const small =
  '(?:at|by|before|after|until|till|to|from|in|on|for|with|without|and|or|but|then|so|if|when|while|about|around|via|as|because|early|late|noon|midnight|morning|afternoon|evening|night|um|den|die|das|dem|ab|bis|gegen|vor|nach|mit|ohne|und|oder|aber|dann|für|bei|zum?|zur|im|am|wegen|früh|abends?|morgens?|mittags?|nachts?)'
export const goesOnBehindDate = new RegExp(`^\\s+${small}(?![\\p{L}\\p{N}])`, 'iu')
const word = new RegExp(`^\\s+(?!${small}(?![\\p{L}\\p{N}]))\\p{Ll}`, 'u')
const leadsToDay = /\b(?:due|by|on|before|until|till|am|bis|vor|zum)\s+(?:the\s+)?$/i
const largestPart = 10
/** What has a number: a place, a part of a text, a program. */
const numberedNames =
  'po|sku|ref|case|punkt|room|flat|apartment|suite|unit|gate|page|chapter|section|part|exercise|version|release|no\\.|raum|zimmer|seite|kapitel|abschnitt|teil|aufgabe|nr\\.?|§|paragraf|artikel|php|python|node|java|ruby|perl|ios|ipados|macos|android|ubuntu|debian|postgres(?:ql)?|mysql|typescript|electron'
const numbered = new RegExp(`(?<![\\p{L}\\p{N}])(?:${numberedNames})\\s+$`, 'iu')
/** For the inside of another expression. */
export const notNumbered = `(?=\\d)(?<!(?<![\\p{L}\\p{N}])(?:${numberedNames})\\s+)`

/** "+49 30 24.12.26", "Tel. 0171 24.12.26". */
const phone = /(?:\+\d|(?<!\p{L})(?:tel|fax|mobile?|handy)\.?:?\s*[\d(])[\d\s()/-]*$/iu

/** Whether the figures behind `before` are the number of something: "chapter 1.2." */
export const isNumber = (before: string, found: string): boolean =>
  (/^\d{1,2}(?:[./]\d{1,2}\.?|-\d{1,2}-\d\d)$/.test(found) && numbered.test(before)) ||
  (/^\d/.test(found) && phone.test(before))

/** Whether the numbers between `before` and `after` are a part of something, and no day. */
export const isFraction = (before: string, found: string, after: string): boolean => {
  const [, part, whole] = numbers.exec(found) ?? []
  if (part === undefined || whole === undefined) return false
  if (unit.test(after) || (found === '9/11' && word.test(after))) return true
  if (/^\s+(?:of|der|des)(?!\p{L})/iu.test(after)) return true
  const isPart = Number(part) < Number(whole) && Number(whole) <= largestPart
  // A line begins with its day, and not with an amount of nothing.
  return isPart && before.trim() !== '' && word.test(after) && !leadsToDay.test(before)
}

/** What is said with a colon and is no clock: a score, a scale, a verse. */
const measures =
  'ratio|scale|score|odds|aspect(?:\\s+ratio)?|result|won|wins|lost|drew|chapter|verse|psalms?|genesis|exodus|leviticus|deuteronomy|proverbs|isaiah|acts|romans|corinthians|galatians|ephesians|philippians|hebrews|revelation|sur(?:ah|e)|line|song|track|video|verhältnis|maßstab|spielstand|endstand|ergebnis|gewonnen|verloren|kapitel|vers|zeile|lied|mose|römer|korinther|offenbarung|mischung|in|under|unter'
const reads = 'read|study|learn|memori[sz]e|recite|preach|lies|lesen|lern(?:e|en)?'
/** Sources: what stands before two such numbers, and behind them. */
export const measuredBefore = `(?=\\d)(?<=(?<!\\p{L})(?:(?:${measures}):?\\s+(?:(?:is|was|of|at|ist|war|von|mit)\\s+)?|(?:${reads})\\s+(?:[1-3]\\.?\\s+)?\\p{L}+\\s+))`
export const measuredBehind =
  '(?=\\s+(?:scale|ratio|aspect|format|odds|score|win|victory|defeat|draw|maßstab|verhältnis|sieg|niederlage|monitors?|displays?|minutes?|minuten)(?!\\p{L}))'
/** "Read John 3:16", "Acts of Peter 1:12": nobody is met at such a minute, and a clock that is meant has a word or a day beside it. */
const name = /(?:^|\s)(?!(?:By|Until|Till|Before|Bis|Due|Around|About)\s)\p{Lu}\S*\s+$/u
const oddMinute = /^\d{1,2}:\d[^05]$/
export const isVerse = (before: string, found: string): boolean => oddMinute.test(found) && name.test(before)

/** "9 or 10am": of two times the first is none by itself. */
const firstOfTwo =
  /(?<!(?<!\p{L})(?:at|um|gegen|bis)\s+)(?<![\p{L}\p{N}:.,/-])\d{1,2}\s*(?:or|and|oder|und|&|\/)\s*$/iu
export const isOrAnother = (before: string): boolean => firstOfTwo.test(before)

const monthAndNumber = /^(\p{L}+)[.,]?\s+\d{1,2}$/u
/** Words, and the names of people: "call May 3 times", "send Jan 5 invoices". */
const alsoName = /^(?:jan|mar|march|apr|april|may|june|aug|august)$/i
const several = /^\s+\p{Ll}{3,}(?<!s|u|i|way)s(?!\p{L})/u

/** "At 3 apartments", "at 5% off", "at 10 Downing Street". */
const bareHour = /^at\s+\d{1,2}(?:\.\d\d)?$/i
const hasNumber =
  /^(?:\s?[%\p{Sc}°]|\s+(?:per|each|apiece)(?!\p{L})|\s+(?:\p{Lu}[\p{L}.'’]*\s+){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Drive|Square|Boulevard|Blvd)(?!\p{L}))/u

/** Whether the number behind the name of a month, or behind "at", counts what comes after it. */
export const isCount = (before: string, found: string, after: string): boolean => {
  if (bareHour.test(found)) return unit.test(after) || several.test(after) || hasNumber.test(after)
  const [, name] = monthAndNumber.exec(found) ?? []
  if (name === undefined || leadsToDay.test(before)) return false
  return unit.test(after) || (alsoName.test(name) && several.test(after))
}

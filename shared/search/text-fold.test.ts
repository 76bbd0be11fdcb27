import { describe, expect, it } from 'vitest'
import { fold, foldKeepingUmlauts, readingsOf, titleOf, titleOfFolded, wordsOf } from './text-fold.ts'
import { anyText, forAll } from './text-testing.ts'

describe('folding', () => {
  it('LCH-07 folding twice changes nothing', () => {
    forAll(2_000, anyText, (text) => fold(fold(text)) === fold(text))
  })

  it('LCH-07 a title that is stored folded, with its umlauts, is the title', () => {
    forAll(2_000, anyText, (text) => {
      const stored = foldKeepingUmlauts(text)
      expect(foldKeepingUmlauts(stored)).toBe(stored)
      expect(titleOfFolded(stored)).toEqual(titleOf(text))
      expect(titleOf(text).text).toBe(fold(text))
    })
  })

  it.each([
    ['Crème Brûlée', 'creme brulee'],
    ['STRASSE', fold('Straße')],
    ['Łukasz Ørsted', 'lukasz orsted'],
    ['  two\t\nspaces ', 'two spaces'],
    ['ＦＵＬＬ width', 'full width'],
    ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
    ['İstanbul', 'istanbul'],
    ['ёлка йод', 'елка иод'],
    ['שָׁלוֹם', 'שלום'],
    ['مُحَمَّد', 'محمد'],
    ['Donau\u00addampf', 'donaudampf'],
    ['Bud\u200bget \u2067x\u2069', 'budget x'],
    ['می\u200cخواهم', 'ميخواهم'],
    ['ﾊﾞﾝ', 'バン'],
    ['محمد على', fold('محمد علي')],
    ['شرکت کیان', fold('شركت كيان')],
    ['أحمد إبراهيم', fold('احمد ابراهيم')],
    ['مؤسسة', fold('موسسه')],
    ['مـحـمـد', fold('محمد')],
    ['۱۴۰۳ ٢٠٢٤ २०२६ ๒๕๖๙', '1403 2024 2026 2569'],
    ['O’Neill', "o'neill"],
    ['Müller Æsir', 'muller aesir'],
    ['👩\u200d💻 ❤\ufe0f', '👩💻 ❤'],
  ])('LCH-07 %s is found as %s', (text, folded) => {
    expect(fold(text)).toBe(folded)
  })

  it.each([
    ['なかしま', 'なかじま'],
    ['バン', 'パン'],
    ['राम', 'रीमा'],
    ['कमल', 'कमला'],
    ['தமிழ்', 'தமழ'],
    ['มา', 'ม้า'],
    ['하늘', '허늘'],
  ])('LCH-07 %s and %s are two texts: their marks are letters, not accents', (one, other) => {
    expect(fold(one)).not.toBe(fold(other))
    expect(fold(one.normalize('NFD'))).toBe(fold(one))
  })

  it('LCH-07 a kana does not begin its sounded one; a syllable of Hangul that is being typed begins the whole', () => {
    for (const kana of ['か', 'ハ']) expect(fold(`${kana}\u3099`).startsWith(kana)).toBe(false)
    expect(fold('한국').startsWith(fold('하'))).toBe(true)
  })

  it.each([
    ["O'Brien – Q3/Plan", ['obrien', 'q3', 'plan']],
    ['東京会議 notes', ['東', '京', '会', '議', 'notes']],
    ['रीमा कुमार', ['रीमा', 'कुमार']],
    ['ม้าเร็ว', ['ม้าเร็ว']],
    ['Lumen & Petrov', ['lumen', 'and', 'petrov']],
    ['!!!', []],
  ])('LCH-07 the words of %j are %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })

  it.each([
    ['Müller Söhne', 'mueller soehne'],
    ['Mu\u0308ller', 'mueller'],
    ['Søren Ångström', 'soeren aangstroem'],
    ['Wi-Fi', 'wifi'],
    ['E\u2011Mail', 'email'],
    ['J.P. Morgan', 'jp morgan'],
    ['J. R. R. Tolkien', 'jrr tolkien'],
    ['U.S. Steel', 'us steel'],
    ['Blue queue of Michael', null],
    ['Berlin - Hamburg', null],
    ['acme.com', null],
    ['Zoë', null],
  ])('LCH-07 %s is spelled %s too', (text, respelled) => {
    expect(readingsOf(text)[1]?.text ?? null).toBe(respelled)
  })

  it('LCH-07 the words of a folded text are the words of the text', () => {
    forAll(1_000, anyText, (text) => {
      expect(wordsOf(fold(text))).toEqual(wordsOf(text))
    })
  })
})

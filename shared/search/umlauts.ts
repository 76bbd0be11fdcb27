// German umlauts, spelled without them: "Müller" is also written "Mueller".
const spelledOut: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue' }
const umlauts = /[äöü]/giu

/** The text with its umlauts spelled out. A text without umlauts is returned as it is. */
export const umlautsSpelledOut = (text: string): string =>
  text.normalize('NFC').replace(umlauts, (letter) => spelledOut[letter] ?? letter)

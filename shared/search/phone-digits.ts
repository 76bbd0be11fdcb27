// Phone numbers in their national and international spellings, so that one finds the other. Pure.
import { fold } from './text-fold.ts'

const phone = /^\+?[\d\s()./-]+$/
const extension = /\s*(?:x|ext\.?|#|;ext=)\s*\d+$/
const international = /^\s*(?:\+|00)/
/** A national number has at most so many digits. */
const longestNational = 10
/** The zero that is dialled only inside the country. */
const trunkZero = /\(\s*0\s*\)/
/** Country codes have one to three digits (E.164); their first ones say how many. */
const countryCode = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/
const zeros = /^0+/
const fewestNational = 6

type Digits = { whole: string; /** Without its country code; empty without one. */ national: string }

const digitsOf = (text: string): Digits => {
  const number = fold(text).replace(extension, '')
  const hasCode = international.test(number)
  const digits = (hasCode ? number.replace(trunkZero, '') : number).replace(/\D/g, '')
  const whole = digits.replace(zeros, '')
  if (!hasCode && (digits !== whole || digits.length <= longestNational)) return { whole, national: '' }
  const national = whole.replace(countryCode, '').replace(zeros, '')
  return { whole, national: national.length < fewestNational ? '' : national }
}

/** A saved number by its digits, and if it has a country code by a zero and those behind the code. None without digits. */
export const savedPhone = (text: string): string[] => {
  const { whole, national } = digitsOf(text)
  return [whole, national && `0${national}`].filter((each) => each !== '')
}

/**
 * The prefixes of saved numbers that a typed number matches: its digits, and its other spelling. A number with a country code
 * is not found by the national part of another country. Null for a text that is not a number.
 */
export const typedPhone = (text: string): { digits: string; other: string } | null => {
  if (!phone.test(fold(text).replace(extension, ''))) return null
  const { whole, national } = digitsOf(text)
  return { digits: whole, other: national || `0${whole}` }
}

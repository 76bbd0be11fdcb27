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

/**
 * The digits of a number as it is written, without zeros at the beginning, then of its national part if it has a country code.
 * Empty without digits.
 */
export const phoneSpellings = (text: string): string[] => {
  const number = fold(text).replace(extension, '')
  const hasCode = international.test(number)
  const digits = (hasCode ? number.replace(trunkZero, '') : number).replace(/\D/g, '')
  const whole = digits.replace(zeros, '')
  const isNational = !hasCode && (digits !== whole || digits.length <= longestNational)
  const national = isNational ? '' : whole.replace(countryCode, '').replace(zeros, '')
  return [whole, ...(national.length < fewestNational ? [] : [national])].filter((each) => each !== '')
}

/** The spellings of a typed number, or null for other texts. */
export const typedPhone = (text: string): string[] | null =>
  phone.test(fold(text).replace(extension, '')) ? phoneSpellings(text) : null

// The address by which people join a meeting (CAL-04): from the fields that programs have for it, else from the texts.
import type { Property } from './lines.ts'

/** Fields whose address is the meeting, whatever its host. */
const own = [
  'conference',
  'x-google-conference',
  'x-microsoft-skypeteamsmeetingurl',
  'x-microsoft-onlinemeetingexternallink',
]
const texts = ['url', 'location', 'description', 'x-alt-desc']

/** Hosts and paths of meetings. Links to help, options and phone numbers on the same hosts are not among them. */
const meetings = [
  /^meet\.google\.com\/[a-z]{3}-[a-z]{4}-[a-z]{3}/,
  /^teams\.(?:microsoft|live)\.(?:com|us)\/(?:l\/meetup-join|meet)\//,
  /^(?:[\w-]+\.)*zoom(?:gov)?\.(?:us|com|com\.cn)\/(?:[jsw]|my|wc\/join)\//,
  /^[\w.-]+\.webex\.com\/(?:[\w./-]*\bj\.php|(?:[\w-]+\/)?(?:meet|join)\/|[\w-]+\/url\.php|wbxmjs\/)/,
  /^(?:meet\.goto\.com|(?:global\.)?gotomeeting\.com\/join|app\.goto\.com\/meeting)\//,
  /^(?:[\w-]+\.)?whereby\.com\/[\w-]+/,
  /^(?:meet\.jit\.si|8x8\.vc|app\.chime\.aws|meet\.lync\.com|bluejeans\.com|meet\.proton\.me|app\.slack\.com\/huddle|facetime\.apple\.com\/join)\b/,
]

const addresses = /https?:\/\/[^\s<>"'\\^`{|}\])]+/gi

const addressesIn = (text: string): string[] =>
  [...text.replaceAll('&amp;', '&').matchAll(addresses)]
    .map(([address]) => address.replace(/[.,;:!?]+$/, ''))
    .filter((address) => URL.canParse(address))

const isMeeting = (address: string): boolean => {
  const { host, pathname } = new URL(address)
  return meetings.some((meeting) => meeting.test(`${host}${pathname}`))
}

export function joinUrlOf(properties: readonly Property[]): string | null {
  const valuesOf = (name: string): string[] =>
    properties.filter((one) => one.name === name).flatMap(({ values }) => values)
  const stated = own.flatMap(valuesOf).flatMap(addressesIn)
  return stated[0] ?? texts.flatMap(valuesOf).flatMap(addressesIn).find(isMeeting) ?? null
}

// When a delivery is tried again, and when an endpoint is given up (WHK-04).

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Waits after the first, second, … failed attempt: eight attempts in a little over a day. */
export const retryDelays = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour]

/** An endpoint that has answered nothing but failures for so long is disabled. */
export const giveUpAfter = 120 * hour

/** The longest wait that a receiver can ask for. */
const longestAskedWait = 10 * hour

/** Of a wait, either way: retries do not arrive all at once. */
const spread = 0.2

/** Milliseconds. Nothing waits longer for its next attempt. */
export const longestDelay = Math.max(...retryDelays.map((delay) => delay * (1 + spread)), longestAskedWait)

/** Seconds or a date, as in RFC 9110 section 10.2.3. @returns milliseconds, or undefined when it says neither */
export function parseRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * second
  // Date.parse takes much more than the header allows; all dates of HTTP name their time zone.
  const date = text.trim().endsWith('GMT') ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(date - now, 0)
}

/**
 * @param attempts how many have failed, this one included
 * @param random from 0 to 1; spreads the wait
 * @param retryAfter milliseconds that the receiver asked for; makes a wait longer, never shorter
 * @returns milliseconds, or undefined when that was the last attempt
 */
export function retryDelay(
  attempts: number,
  random: number,
  retryAfter: number | undefined,
): number | undefined {
  const base = retryDelays[attempts - 1]
  if (base === undefined) return undefined
  const jittered = Math.round(base * (1 - spread + 2 * spread * random))
  return Math.max(jittered, Math.min(retryAfter ?? 0, longestAskedWait))
}

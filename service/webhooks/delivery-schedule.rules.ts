// The times of retries, and the time after which an endpoint is disabled (WHK-04).

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Waits after the first, second, … failed attempt: eight attempts in a little over a day. */
export const retryDelays = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour]

/** An endpoint whose attempts have all failed for this long is disabled. */
export const giveUpAfter = 120 * hour

/** The longest wait that a receiver can ask for. */
const longestAskedWait = 10 * hour

/** Each wait is up to this share longer or shorter, so that retries do not arrive at the same time. */
const spread = 0.2

/** Seconds or a date, as in RFC 9110 section 10.2.3. @returns milliseconds, or undefined for anything else */
export function parseRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * second
  // Date.parse accepts more than the header allows; every HTTP date ends with its time zone.
  const date = text.trim().endsWith('GMT') ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(date - now, 0)
}

/**
 * @param attempts failed attempts, including this one
 * @param random from 0 to 1; spreads the wait
 * @param retryAfter milliseconds that the receiver asked for; makes a wait longer, never shorter
 * @returns milliseconds, or undefined after the last attempt
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

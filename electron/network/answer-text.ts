// The body of an answer as text. An address may answer anything: a few packed kilobytes can be gigabytes of text.

/**
 * The longest that an answer may be once it is unpacked: a hundred tasks with the longest descriptions have ten megabytes,
 * and the main process holds an answer several times over while it understands it.
 */
export const mostAnswerBytes = 16 * 1024 * 1024

/** @returns null where there is more than an answer may have; the rest is not read. Throws the network's error. */
export const answerText = async ({ body }: Response, mostBytes = mostAnswerBytes): Promise<string | null> => {
  if (body === null) return ''
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    length += value.byteLength
    if (length > mostBytes) {
      await reader.cancel()
      return null
    }
    text += decoder.decode(value, { stream: true })
  }
}

// Where a service writes its log. A pipe whose reader stalls loses lines: neither requests nor the end wait for it. Only on
// Windows they do: Node writes to the pipe of stderr at once there (lib/net.js, `makeSyncWrite`).
import type { Writable } from 'node:stream'

export type LogStream = { write(line: string): void }

/** So many bytes may wait for their reader, about. */
const mostWaiting = 1024 * 1024

/**
 * @param stream stderr takes at once what goes to a file or a terminal, and otherwise what the pipe has room for
 * @param onDropped is told, when the reader has caught up, how many lines it has missed
 */
export function createLogStream(stream: Writable, onDropped: (lines: number) => void): LogStream {
  let dropped = 0
  stream.on('drain', () => {
    const lines = dropped
    dropped = 0
    if (lines > 0) onDropped(lines)
  })
  return {
    write(line) {
      // Once one is lost, so are those behind it until the rest has been read: that is one gap, and one line about it.
      if (dropped > 0 || stream.writableLength > mostWaiting) dropped += 1
      else stream.write(line)
    },
  }
}

// Work that is done one after the other.

/** Runs a work once those before it have ended, well or not. @returns how it ended itself */
export type InOrder = <T>(work: () => Promise<T>) => Promise<T>

export function createInOrder(): InOrder {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}

/** Runs jobs one after the other, also after a failed one. @returns the result of the job */
export type InOrder = <T>(work: () => Promise<T>) => Promise<T>

export function createInOrder(): InOrder {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}

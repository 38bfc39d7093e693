import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const SOON = 2000

/**
 * Gives the memory back that only the start needed, about a third: V8 itself would keep it for a busy hour that may never
 * come. Once, when the first callers have been served; it takes some 50 ms.
 */
export function releaseMemory() {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as (how: object) => void // V8 offers no other way
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }, SOON).unref()
}

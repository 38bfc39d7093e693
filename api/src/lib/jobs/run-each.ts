/**
 * Does the same work for each, one after the other; answers for how many it was done. One that throws is told to the
 * operator and stands in nobody's way: the others go on, and its turn comes again.
 */
export async function runEach(
  ids: readonly number[],
  work: (id: number) => Promise<boolean>,
  tell: (id: number, reason: string) => void,
): Promise<number> {
  let done = 0
  for (const id of ids) {
    try {
      if (await work(id)) done++
    } catch (error) {
      tell(id, error instanceof Error ? error.message : String(error))
    }
  }
  return done
}

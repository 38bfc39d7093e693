/**
 * Runs work for each item, one after the other; resolves to the number that succeeded. Errors are logged and do not
 * stop the other items.
 */
export async function runEach(
  ids: readonly number[],
  work: (id: number) => Promise<boolean>,
  log: (id: number, reason: string) => void,
): Promise<number> {
  let done = 0
  for (const id of ids) {
    try {
      if (await work(id)) done++
    } catch (error) {
      log(id, error instanceof Error ? error.message : String(error))
    }
  }
  return done
}

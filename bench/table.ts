/** A row of the table. `isReached` is whether the goal was reached; undefined without a goal. */
interface Line {
  job: string
  ours: string
  bare?: string
  result: string
  goal: string
  /** The best of Directus 12, Strapi 5 and Payload 3, measured against the same floor. */
  peer?: string
  isReached: boolean
}

export const printText = (line: string) => process.stdout.write(`${line}\n`)

export const printHeader = () =>
  printText('| job | Kontor | floor | result | goal | best peer | |\n|---|---|---|---|---|---|---|')

export const printLine = ({ job, ours, bare = '–', result, goal, peer = '–', isReached }: Line) =>
  printText(`| ${job} | ${ours} | ${bare} | **${result}** | ${goal} | ${peer} | ${isReached ? '✓' : '✗'} |`)

/** Processor time as text: `µs` below a tenth of a second, else `s`. */
export const ofProcessor = (microseconds: number) =>
  microseconds < 100_000 ? `${Math.round(microseconds)} µs` : `${(microseconds / 1e6).toFixed(2)} s`

/** The number of disturbed rounds that were not repeated, as text. */
export const disturbedRounds = (disturbed: number) =>
  disturbed > 0 ? ` (${disturbed} rounds disturbed)` : ''

/** A measurement that fails is a line of the table; the others still follow. */
export async function attempt(
  job: string,
  work: () => Promise<unknown>,
  printFailure = (reason: string) =>
    printLine({ job, ours: `not measured: ${reason}`, result: '–', goal: '–', isReached: false }),
) {
  try {
    await work()
  } catch (error) {
    process.exitCode = 1
    const reason = error instanceof Error ? error.message : String(error)
    printFailure(reason)
  }
}

export const perSecond = (value: number) => `${value < 100 ? value.toFixed(1) : Math.round(value)}/s`
export const inSeconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

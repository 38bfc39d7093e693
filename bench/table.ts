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

const printText = (line: string) => process.stdout.write(`${line}\n`)

export const printHeader = () =>
  printText('| job | Kontor | floor | result | goal | best peer | |\n|---|---|---|---|---|---|---|')

export const printLine = ({ job, ours, bare = '–', result, goal, peer = '–', isReached }: Line) =>
  printText(`| ${job} | ${ours} | ${bare} | **${result}** | ${goal} | ${peer} | ${isReached ? '✓' : '✗'} |`)

export const perSecond = (value: number) => `${value < 100 ? value.toFixed(1) : Math.round(value)}/s`
export const inSeconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

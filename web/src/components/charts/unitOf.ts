/** What the amounts of bars are divided by, so that the numbers beside the lines are short. */
export function unitOf(bars: readonly { parts: readonly number[] }[]) {
  const most = Math.max(0, ...bars.map(({ parts }) => parts.reduce((sum, part) => sum + part, 0)))
  return most >= 10_000_000 ? 1_000_000 : most >= 10_000 ? 1000 : 1
}

/** Returns the divisor that keeps the numbers at the axis short. */
export function unitOf(bars: readonly { parts: readonly number[] }[]) {
  const most = Math.max(0, ...bars.map(({ parts }) => parts.reduce((sum, part) => sum + part, 0)))
  return most >= 10_000_000 ? 1_000_000 : most >= 10_000 ? 1000 : 1
}

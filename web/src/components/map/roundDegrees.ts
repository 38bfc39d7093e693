/** Possible distances between two lines, in degrees. */
const STEPS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 45]
const LINES = 6

/** About six round degrees between the edges of a view. */
export function roundDegrees(from: number, to: number): number[] {
  const step = STEPS.find((one) => (to - from) / one <= LINES) ?? 45
  const first = Math.ceil(from / step)
  const count = Math.max(0, Math.floor(to / step) - first + 1)
  return Array.from({ length: count }, (_, i) => Number(((first + i) * step).toFixed(3)))
}

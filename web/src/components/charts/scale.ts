/** The lines behind bars of at most this height: 0 and one to three round amounts, none of them above the highest bar. */
export function ticksOf(most: number): readonly number[] {
  if (most <= 0) return [0]
  const rough = most / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10))
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step)
}

/** What amounts are divided by, so that the numbers beside the lines are short. */
export const unitOf = (most: number) => (most >= 10_000_000 ? 1_000_000 : most >= 10_000 ? 1000 : 1)

interface Labelled {
  label: string
  /** Where its middle is. */
  at: number
}

/** Those labels that do not touch each other, of which the last is always one. A letter is so many pixels wide. */
export function fitting<L extends Labelled>(labels: readonly L[], letter = 7): L[] {
  const kept: L[] = []
  for (const label of [...labels].reverse()) {
    const last = kept.at(-1)
    const room = last ? last.at - label.at : Number.POSITIVE_INFINITY
    if (room >= ((label.label.length + (last?.label.length ?? 0)) * letter) / 2 + 4) kept.push(label)
  }
  return kept.reverse()
}

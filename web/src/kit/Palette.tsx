import type { Screen } from './screen.ts'
export function Palette(_: { screens: readonly Screen[]; onClose: () => void }) {
  return null
}

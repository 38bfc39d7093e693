import { useFormat } from './useFormat.ts'

/** A sum in euros, rounded to the cent. When it has thousandths, the tooltip shows them. */
export function Sum({ of }: { of: string }) {
  const { euro, sum } = useFormat()
  const shown = sum(of)
  const exact = euro(of)
  return shown === exact ? shown : <span title={exact}>{shown}</span>
}

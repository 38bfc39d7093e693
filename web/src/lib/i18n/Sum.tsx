import { formatOf } from './format.ts'
import { useLanguage } from './i18n.tsx'

/** A sum in euros, rounded to the cent. When it has thousandths, the tooltip shows them. */
export function Sum({ of }: { of: string }) {
  const { euro, sum } = formatOf(useLanguage().locale)
  const shown = sum(of)
  const exact = euro(of)
  return shown === exact ? shown : <span title={exact}>{shown}</span>
}

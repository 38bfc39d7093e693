import { formatOf } from './format.ts'
import { useLanguage } from './i18n.tsx'

/** Euros that were added up, to the cent; where there are thousandths the tooltip has them. */
export function Sum({ of }: { of: string }) {
  const { euro, sum } = formatOf(useLanguage().locale)
  const [shown, exact] = [sum(of), euro(of)]
  return shown === exact ? shown : <span title={exact}>{shown}</span>
}

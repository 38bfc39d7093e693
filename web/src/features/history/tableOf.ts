import { historyTableNames } from '@kontor/contract/history/tables'

/** The table of a feature's records, as the log names it; nothing for what has no history. */
export function tableOf(feature: string) {
  const snake = feature.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
  return historyTableNames.find((name) => name === snake)
}

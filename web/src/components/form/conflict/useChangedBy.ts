import type { ErrorBody } from '@kontor/contract/lib/http/errors'
import { useTexts } from '../../../lib/i18n/useTexts.ts'
import { listTexts } from '../../data-table/list-page/texts.ts'

/** Who has saved a record meanwhile, to be set behind words: ` (Name)`, or that it was oneself; '' where nobody knows. */
export function useChangedBy(by: ErrorBody['saved_by']) {
  const t = useTexts(listTexts)
  return by ? ` (${by.is_caller ? t('conflict.you') : by.name})` : ''
}

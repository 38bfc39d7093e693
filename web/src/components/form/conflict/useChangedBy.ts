import type { ErrorBody } from '@kontor/contract/lib/http/errors'
import { useTranslations } from 'use-intl'

/** Who has saved a record meanwhile, to be set behind words: ` (Name)`, or that it was oneself; '' where nobody knows. */
export function useChangedBy(by: ErrorBody['saved_by']) {
  const t = useTranslations()
  return by ? ` (${by.is_caller ? t('conflict.you') : by.name})` : ''
}

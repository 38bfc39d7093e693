import type { ErrorBody } from '@kontor/contract/lib/http/errors'
import { useTranslations } from 'use-intl'

/**
 * Returns who saved the record meanwhile as a suffix: ` (Name)`, or that it was the user; '' when
 * unknown.
 */
export function useChangedBy(by: ErrorBody['saved_by']) {
  const t = useTranslations()
  return by ? ` (${by.is_caller ? t('conflict.you') : by.name})` : ''
}

import type { ErrorBody } from '@kontor/contract/kit/api/errors'
import { listTexts } from '../list/texts.ts'
import { useTexts } from '../texts/useTexts.ts'

/** Who has saved a record meanwhile, to be set behind words: ` (Name)`, or that it was oneself; '' where nobody knows. */
export function useWho(by: ErrorBody['saved_by']) {
  const t = useTexts(listTexts)
  return by ? ` (${by.is_caller ? t('conflict.you') : by.name})` : ''
}

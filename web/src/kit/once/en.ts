import type { Translation } from '../texts/language.ts'
import type { cnr } from './cnr.ts'

export const en: Translation<typeof cnr> = {
  once: { not_copied: 'Close without copying?' },
}

import { en } from './en.ts'
import { forPartners } from './parts.ts'

export const texts = forPartners(en)

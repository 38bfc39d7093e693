import { cnr } from './cnr.ts'
import { forPartners } from './parts.ts'

export const texts = forPartners(cnr)

import { cnr } from './cnr.ts'
import { forOffice } from './parts.ts'

export const texts = forOffice(cnr)

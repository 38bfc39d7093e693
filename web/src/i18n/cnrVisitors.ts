import { cnr } from './cnr.ts'
import { forVisitors } from './parts.ts'

export const texts = forVisitors(cnr)

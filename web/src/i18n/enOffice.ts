import { en } from './en.ts'
import { forOffice } from './parts.ts'

export const texts = forOffice(en)

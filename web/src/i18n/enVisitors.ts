import { en } from './en.ts'
import { forVisitors } from './parts.ts'

export const texts = forVisitors(en)

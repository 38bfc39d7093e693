import { app } from '../en/app.ts'
import { session } from '../en/session.ts'

export const texts = [app, session] as const

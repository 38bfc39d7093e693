import { app } from '../cnr/app.ts'
import { session } from '../cnr/session.ts'

export const texts = [app, session] as const

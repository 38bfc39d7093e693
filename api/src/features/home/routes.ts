import { home } from '@kontor/contract/home'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { homeFigures } from './queries.ts'

export function homeRoutes({ serve, db }: Kontor) {
  serve(home.figures, ({ user }) => homeFigures(db, user))
}

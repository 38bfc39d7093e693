import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// What V8 made of our code and that of the packages is kept, which makes the next start twice as fast; where nothing can
// be written, every start is like the first. It must be on before anything is loaded, and this file is no TypeScript, for
// which Node would load its stripper: 10 MB for ten lines.
enableCompileCache(
  process.env.NODE_COMPILE_CACHE ?? join(import.meta.dirname, '../node_modules/.cache/kontor'),
)
await import('./src/server.ts')

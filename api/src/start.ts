import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// What V8 made of our code and that of the packages is kept, which makes the next start twice as fast; where nothing can
// be written, every start is like the first. It must be on before anything is loaded.
enableCompileCache(
  process.env.NODE_COMPILE_CACHE ?? join(import.meta.dirname, '../../node_modules/.cache/kontor'),
)
await import('./server.ts')

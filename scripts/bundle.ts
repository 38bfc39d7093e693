// Builds the API, the web app or both: `bundle.ts api web`. scripts/build.cjs runs it when sources have changed.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type LogLevel, type LogOrStringHandler, type Plugin, type RolldownLog, rolldown } from 'rolldown'

const root = resolve(import.meta.dirname, '..')
const parts = process.argv.slice(2)
await Promise.all([parts.includes('api') && buildApi(), parts.includes('web') && buildWeb()])

/**
 * Bundles the API and its packages into `api/dist`: a file for each program, each `import()` and each shared chunk. All
 * are directly in that folder, because src/root.ts relies on the same depth as `api/src`.
 */
async function buildApi() {
  const programs = ['server', 'tools/backup', 'tools/restore', 'tools/reset-2fa', 'tools/reset-password']
  const bundle = await rolldown({
    input: programs.map((name) => join(root, `api/src/${name}.ts`)),
    platform: 'node',
    // Packages with native code, or that read files next to their own. pg-native is optional: pg uses it if installed.
    external: [
      'sharp',
      '@node-rs/argon2',
      'pdfkit',
      'fontkit',
      /^(restructure|unicode-properties|brotli)(\/|$)/, // loaded before fontkit, which imports them
      '@fastify/swagger-ui',
      'pg-native',
    ],
    plugins: [childPrograms()],
    onLog: failOnIneffectiveImport,
  })
  await bundle.write({
    dir: join(root, 'api/dist'),
    cleanDir: true,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash:7].js',
    comments: { annotation: false, jsdoc: false }, // saves 4 MB of memory; licences stay
    sourcemap: true,
    sourcemapExcludeSources: true,
  })
}

/** Builds the target of each `new URL('./program.ts', import.meta.url)` as a program, and replaces the URL. */
function childPrograms(): Plugin {
  const place = /new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g
  return {
    name: 'child-programs',
    transform: {
      filter: { id: /[\\/]api[\\/]src[\\/]/, code: place },
      handler(code, id) {
        const built = code.replace(place, (_, path: string) => {
          const program = this.emitFile({ type: 'chunk', id: resolve(id, '..', path) })
          return `new URL(import.meta.ROLLUP_FILE_URL_${program})`
        })
        return { code: built, map: null } // line numbers do not change
      },
    },
  }
}

async function buildWeb() {
  const { build } = await import('vite') // slow to load
  await build({
    root: join(root, 'web'),
    logLevel: 'warn',
    build: { rolldownOptions: { onLog: failOnIneffectiveImport } },
  })
  await compress(join(root, 'web/dist'))
}

/** Fails the build where an `import()` loads nothing later, because its module is imported statically as well. */
function failOnIneffectiveImport(level: LogLevel, log: RolldownLog, logIt: LogOrStringHandler) {
  if (log.code === 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(log.message)
  logIt(level, log)
}

/** Writes a gzip and a Brotli copy of each text file, so that the server does not compress at run time. */
async function compress(folder: string) {
  const settings = { params: { [constants.BROTLI_PARAM_QUALITY]: 8 } }
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const texts = names.filter((name) => /\.(js|css|html|svg|json)$/.test(name))
  for (const file of texts.map((name) => join(folder, name)).filter((file) => statSync(file).isFile())) {
    const bytes = readFileSync(file)
    writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, settings))
  }
}

// Builds what `npm start` runs: `bundle.ts api web`, or one of the two. scripts/build.cjs knows when that is needed.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Plugin, rolldown } from 'rolldown'

const root = resolve(import.meta.dirname, '..')
const parts = process.argv.slice(2)
await Promise.all([parts.includes('api') && buildApi(), parts.includes('web') && buildWeb()])

/**
 * The API and its packages in `api/dist`: a file for each program, for each part that is loaded when it is first needed,
 * and for what they share. All lie in one folder, as deep as `api/src`, on which src/root.ts relies.
 */
async function buildApi() {
  const programs = ['server', 'tools/backup', 'tools/restore', 'tools/reset-2fa']
  const bundle = await rolldown({
    input: programs.map((name) => join(root, `api/src/${name}.ts`)),
    platform: 'node',
    // They read files beside their own, or are programs for this machine. pg would take pg-native where somebody has it.
    external: ['sharp', '@node-rs/argon2', 'pdfkit', '@fastify/swagger-ui', 'pg-native'],
    plugins: [childPrograms()],
  })
  await bundle.write({
    dir: join(root, 'api/dist'),
    cleanDir: true,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash:7].js',
    comments: { annotation: false, jsdoc: false }, // some 4 MB at rest; licences stay
    sourcemap: true,
    sourcemapExcludeSources: true,
  })
}

/** `new URL('./program.ts', import.meta.url)` is a program for a process of its own: it is built too, and named as built. */
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
        return { code: built, map: null } // no line moves
      },
    },
  }
}

async function buildWeb() {
  const { build } = await import('vite') // slow to load
  await build({ root: join(root, 'web'), logLevel: 'warn' })
  await compress(join(root, 'web/dist'))
}

/** Writes each text file of the build a second and third time, compressed, so that the server never has to. */
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

import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import compile from 'icu-minify/compile'
import { defineConfig, type Plugin } from 'vite'
import { layers } from './layers.ts'

type Texts = { [key: string]: string | Texts }
type Compiled = { [key: string]: unknown }

const compileAll = (texts: Texts): Compiled =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === 'string' ? compile(text) : compileAll(text),
    ]),
  )

/** Precompiles the messages at build time, so that browsers do not load and run the parser (about 15 KiB). */
function compiledTexts(): Plugin {
  return {
    name: 'compiled-texts',
    apply: 'build',
    config: () => ({
      resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
    }),
    async load(id) {
      if (!/\/src\/locales\/(cnr|en)\/\w+\.ts$/.test(id)) return null
      const catalogues: Record<string, Texts> = await import(pathToFileURL(id).href)
      return Object.entries(catalogues)
        .map(([name, texts]) => `export const ${name} = ${JSON.stringify(compileAll(texts))}`)
        .join('\n')
    },
  }
}

/**
 * Serves the partners' app (portal.html) under /app as the server does, and gives its service worker the
 * list of all built files.
 */
function partnersApp(): Plugin {
  return {
    name: 'partners-app',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        if (/^\/app(\/[\w-]+)*\/?(\?|$)/.test(request.url ?? '')) request.url = '/portal.html'
        next()
      })
    },
    generateBundle(_options, bundle) {
      const files = new Set(['/app', '/before-paint.js', '/favicon.svg', '/app/manifest.webmanifest'])
      const visit = (name: string) => {
        const chunk = bundle[name]
        if (files.has(`/${name}`) || chunk?.type !== 'chunk') return
        files.add(`/${name}`)
        for (const file of chunk.viteMetadata?.importedCss ?? []) files.add(`/${file}`)
        for (const file of chunk.viteMetadata?.importedAssets ?? []) files.add(`/${file}`)
        for (const inner of [...chunk.imports, ...chunk.dynamicImports]) visit(inner)
      }
      for (const [name, chunk] of Object.entries(bundle)) {
        if (chunk.type === 'chunk' && chunk.facadeModuleId?.endsWith('/portal.html')) visit(name)
        if (/\/inter-latin.*\.woff2$/.test(name)) files.add(`/${name}`)
      }
      const worker = bundle['app/sw.js']
      if (worker?.type === 'chunk') worker.code = `const SHELL=${JSON.stringify([...files])};${worker.code}`
    },
  }
}

const { plugin: layered, groups } = layers()

export default defineConfig({
  plugins: [react(), compiledTexts(), partnersApp(), layered],
  server: { port: 5173, proxy: { '/api': 'http://127.0.0.1:3000' } },
  build: {
    ...{ target: 'es2023', manifest: true, sourcemap: false, reportCompressedSize: false },
    modulePreload: { polyfill: false }, // browsers that support this much JavaScript also support modulepreload
    rolldownOptions: {
      experimental: { lazyBarrel: true }, // else all 6,290 icons are read to find a hundred
      input: { index: 'index.html', portal: 'portal.html', sw: 'worker/sw.ts' },
      // The worker's name must not change, because browsers look for updates under it.
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'app/sw.js' : 'assets/[name]-[hash:7].js'),
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: { groups },
      },
    },
  },
})

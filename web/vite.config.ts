import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import compile from 'icu-minify/compile'
import { defineConfig, type Plugin } from 'vite'

type Texts = { [key: string]: string | Texts }
type Compiled = { [key: string]: unknown }

const compileAll = (texts: Texts): Compiled =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === 'string' ? compile(text) : compileAll(text),
    ]),
  )

/** The texts are parsed when the app is built, so that no browser has to load the parser (about 15 KiB) and run it. */
function compiledTexts(): Plugin {
  return {
    name: 'compiled-texts',
    apply: 'build',
    config: () => ({
      resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
    }),
    async load(id) {
      const locale = id.match(/\/src\/(?:kit|features)\/.*\/(cnr|en)\.ts$/)?.[1]
      if (!locale) return null
      const { [locale]: texts }: Record<string, Texts> = await import(pathToFileURL(id).href)
      return `export const ${locale} = ${JSON.stringify(compileAll(texts ?? {}))}`
    },
  }
}

/**
 * The partners' app (portal.html) is served under /app as the server does it, and its service worker is given the names
 * of all files that the app is made of.
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

/** The signs that some files import, as modules: a chunk for each would be mostly the chunk's own weight. */
function iconsOf(...files: string[]) {
  const sources = files.map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
  const names = sources.join('\n').match(/\bIcon[A-Z]\w+/g) ?? []
  return new RegExp(`icons[\\\\/](${[...new Set(names)].join('|')})\\.`)
}
/** On every list. */
const listIcons =
  /icons[\\/]Icon(ArrowBackUp|ArrowDown|ArrowUp|ChevronLeft|ChevronRight|FilterSearch|GripVertical|Pencil|Plus|Trash)\./

/** On the sign-in page, and what every sign is made with. */
const doorIcons =
  /esm[\\/](createReactComponent|defaultAttributes)|icons[\\/]Icon(AlertCircle|Check|ChevronDown|ClockPause|DeviceDesktop|InfoCircle|MapOff|Moon|Sun)\./

export default defineConfig({
  plugins: [react(), compiledTexts(), partnersApp()],
  server: { port: 5173, proxy: { '/api': 'http://127.0.0.1:3000' } },
  build: {
    ...{ target: 'es2023', manifest: true, sourcemap: false, reportCompressedSize: false },
    rolldownOptions: {
      input: { index: 'index.html', portal: 'portal.html', sw: 'worker/sw.ts' },
      // The worker's name must stay, for it is how a browser finds the next one.
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'app/sw.js' : 'assets/[name]-[hash:7].js'),
        chunkFileNames: 'assets/[name]-[hash:7].js',
        // What every page starts with, or every list has, is packed better in one piece than in many small ones.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /node_modules[\\/](react|react-dom|scheduler|use-intl|icu-minify|@tanstack[\\/](react-router|router-core|history|store|react-store))[\\/]/,
            },
            {
              name: 'start',
              test: /src[\\/]kit[\\/](live[\\/]connection|look[\\/](IconButton|Notice|PlainButton)|session[\\/]session|texts[\\/]useTexts)\.tsx?$/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'dialogs',
              test: /src[\\/]kit[\\/]dialog[\\/](ConfirmDialog|Dialog|useAsked|useConfirm|useFocusReturn|useUnsaved)\.tsx?$/,
              includeDependenciesRecursively: false,
            },
            { name: 'icons', test: doorIcons },
            { name: 'menu-icons', test: iconsOf('./src/screenIcons.ts', './src/kit/resource/icons.ts') },
            { name: 'list-icons', test: listIcons },
          ],
        },
      },
    },
  },
})

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import compile from 'icu-minify/compile'
import { Visitor } from 'rolldown/utils'
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
 * Leaves out of the bundle what only the server uses: the summaries and descriptions of routes and events, and the
 * schemas of responses.
 */
function withoutServerParts(): Plugin {
  return {
    name: 'without-server-parts',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /[\\/]contract[\\/]src[\\/]/, code: /summary|description|response/ },
      handler(code) {
        const cuts: [start: number, end: number][] = []
        const routes = new Set<object>()
        const visitor = new Visitor({
          CallExpression({ callee, arguments: [route] }) {
            if (callee.type === 'Identifier' && callee.name === 'route' && route) routes.add(route)
          },
          ObjectExpression(object) {
            const { properties } = object
            for (const [i, property] of properties.entries()) {
              if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
              const { key, value, start, end } = property
              // Helpers add texts to routes, and events have them. A field called `description` is no text.
              const isText = value.type === 'Literal' || value.type === 'TemplateLiteral'
              const isServerPart = ['summary', 'description'].includes(key.name)
                ? isText || routes.has(object)
                : key.name === 'response' && routes.has(object)
              if (isServerPart) cuts.push([start, properties[i + 1]?.start ?? end])
            }
          },
        })
        visitor.visit(this.parse(code))
        let left = code
        for (const [start, end] of cuts.sort(([a], [b]) => b - a))
          left = left.slice(0, start) + left.slice(end)
        return { code: left, map: null }
      },
    },
  }
}

/**
 * Writes a hash of the two pages into both: the revision by which an open app knows that the server has a newer build.
 * Comes before the list of files of the service worker, which then renews its copy of the page with each build.
 */
function revision(): Plugin {
  return {
    name: 'revision',
    generateBundle: {
      order: 'post', // Vite adds the pages
      handler(_options, bundle) {
        const pages = Object.values(bundle)
          .filter((file) => file.type === 'asset')
          .filter(({ fileName }) => fileName.endsWith('.html'))
        const hash = createHash('sha256')
        for (const { source } of pages) hash.update(source)
        const revision = hash.digest('hex').slice(0, 12)
        for (const page of pages)
          page.source = String(page.source).replace('<html', `<html data-revision="${revision}"`)
      },
    },
  }
}

/** Files of the partners' app whose names have no hash. */
const unhashed = ['/before-paint.js', '/favicon.svg', '/app/manifest.webmanifest']

/**
 * Serves the partners' app (portal.html) under /app as the server does, and gives its service worker the
 * list of all built files and a hash of their contents.
 */
function partnersApp(): Plugin {
  let publicDir = ''
  return {
    name: 'partners-app',
    configResolved(config) {
      publicDir = config.publicDir
    },
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        if (/^\/app(\/[\w-]+)*\/?(\?|$)/.test(request.url ?? '')) request.url = '/portal.html'
        next()
      })
    },
    generateBundle: {
      order: 'post', // Vite adds portal.html
      handler(_options, bundle) {
        const files = new Set(['/app', ...unhashed])
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
          if (isFont(name)) files.add(`/${name}`)
        }
        const worker = bundle['app/sw.js']
        const page = bundle['portal.html']
        if (worker?.type !== 'chunk' || page?.type !== 'asset')
          throw new Error('the partners’ app is not built')
        const shell = JSON.stringify([...files])
        const hash = createHash('sha256').update(shell).update(page.source)
        for (const file of unhashed) hash.update(readFileSync(join(publicDir, file)))
        worker.code = `const SHELL=${shell},BUILD="${hash.digest('hex').slice(0, 16)}";${worker.code}`
      },
    },
  }
}

/** The modules that before-paint.js preloads with their static imports, by attribute of its script tag. */
const preloaded = {
  visitor: '/features/session/LoginPage.tsx',
  'visitor-cnr': '/locales/signIn/cnr.ts',
  'visitor-en': '/locales/signIn/en.ts',
  user: '/features/session/SignedIn.tsx',
  'user-cnr': '/locales/office/cnr.ts',
  'user-en': '/locales/office/en.ts',
  home: '/features/home/HomePage.tsx',
}

const isFont = (name: string) => /\/inter-latin.*\.woff2$/.test(name)

/**
 * Preloads the fonts with both pages: words that get theirs later move what follows them. Writes into the office's page
 * which files the modules above need besides those of the page.
 */
function preloads(): Plugin {
  return {
    name: 'preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(source, { bundle = {}, filename }) {
        const fonts = Object.keys(bundle).filter(isFont)
        if (fonts.length !== 2) throw new Error('the fonts are not built, and not preloaded')
        const links = fonts.map((name) => `<link rel="preload" as="font" href="/${name}" crossorigin>`)
        const html = source.replace('</title>', `$&${links.join('')}`)
        if (!filename.endsWith('index.html')) return html
        const filesOf = (module: string) => {
          const files = new Set<string>()
          const visit = (name: string) => {
            const chunk = bundle[name]
            if (files.has(name) || chunk?.type !== 'chunk') return
            files.add(name)
            for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css)
            for (const inner of chunk.imports) visit(inner)
          }
          for (const [name, chunk] of Object.entries(bundle))
            if (chunk.type === 'chunk' && chunk.moduleIds.some((id) => id.endsWith(module))) visit(name)
          if (files.size === 0) throw new Error(`${module} is not built, and not preloaded`)
          return [...files].filter((file) => !html.includes(file)).map((file) => file.replace('assets/', ''))
        }
        const attributes = Object.entries(preloaded).map(
          ([name, module]) => `data-${name}="${filesOf(module).join(' ')}"`,
        )
        return html.replace('<script src="/before-paint.js"', `$& ${attributes.join(' ')}`)
      },
    },
  }
}

/**
 * Fails the build when a component of Mantine has no styles: each is imported by itself (components/ui/mantine.css),
 * because the whole sheet is three times as large.
 */
function mantineStyles(): Plugin {
  const classesIn = (text: string) => text.match(/\bm_[\da-f]{6,8}\b/g) ?? []
  return {
    name: 'mantine-styles',
    apply: 'build',
    // All sheets of the build count: the pages of sign-in import some of them only.
    generateBundle(_options, bundle) {
      const files = Object.values(bundle)
      const styled = new Set(
        files.flatMap((file) =>
          file.type === 'asset' && file.fileName.endsWith('.css') ? classesIn(String(file.source)) : [],
        ),
      )
      for (const file of files) {
        if (file.type !== 'chunk') continue
        const missing = classesIn(file.code).find((name) => !styled.has(name))
        if (missing)
          throw new Error(`components/ui/mantine.css lacks the styles with .${missing}, in ${file.fileName}`)
      }
    },
  }
}

const { plugin: layered, groups } = layers()

export default defineConfig({
  plugins: [
    react(),
    compiledTexts(),
    withoutServerParts(),
    revision(),
    partnersApp(),
    preloads(),
    mantineStyles(),
    layered,
  ],
  server: { port: 5173, proxy: { '/api': `http://127.0.0.1:${process.env.PORT ?? 3000}` } },
  build: {
    target: 'es2023',
    manifest: true,
    sourcemap: false,
    reportCompressedSize: false,
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

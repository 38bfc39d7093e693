// Builds the web app when its sources have changed since the last build.
const { createHash } = require('crypto')
const { existsSync, readdirSync, readFileSync, statSync, writeFileSync } = require('fs')
const path = require('path')
const { brotliCompressSync, gzipSync } = require('zlib')
const { capture } = require('./run.cjs')
const { root, say } = require('./setup.cjs')

const inputs = ['web', 'contract/src', 'package-lock.json']
const outputs = new Set(['dist', 'node_modules'])
const stamp = path.join(root, 'web', 'dist', '.stamp')

/** Ensures a current build in web/dist. Rejects with the builder's output when it fails. */
async function buildWeb(node) {
  const hash = hashInputs()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  say('Building the web app …')
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  // Always a production build, also when a test sets NODE_ENV.
  const env = Object.assign({}, process.env, { NODE_ENV: 'production' })
  const done = await capture(node, [vite, 'build'], { cwd: path.join(root, 'web'), env })
  if (done.code !== 0) throw new Error(done.output + '\nThe web app could not be built (above).')
  compress(path.join(root, 'web', 'dist'))
  writeFileSync(stamp, hash)
}

/** Writes compressed copies of each text file of the build, so that the server does not compress them. */
function compress(folder) {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name)
    if (statSync(file).isDirectory()) compress(file)
    else if (/\.(js|css|html|svg|json)$/.test(name)) {
      const bytes = readFileSync(file)
      writeFileSync(file + '.gz', gzipSync(bytes, { level: 9 }))
      writeFileSync(file + '.br', brotliCompressSync(bytes))
    }
  }
}

function hashInputs() {
  const hash = createHash('sha256')
  for (const file of inputs.reduce((files, input) => files.concat(filesUnder(path.join(root, input))), [])) {
    hash.update(path.relative(root, file) + '\0').update(readFileSync(file))
  }
  return hash.digest('hex')
}

function filesUnder(place) {
  if (!statSync(place).isDirectory()) return [place]
  const names = readdirSync(place).filter((name) => !outputs.has(name))
  return names.sort().reduce((files, name) => files.concat(filesUnder(path.join(place, name))), [])
}

module.exports = { buildWeb }

// Builds the API and the web app, each only if its sources have changed since its last build. On the command line:
// `build.cjs api`.
const { createHash } = require('crypto')
const { existsSync, readdirSync, readFileSync, statSync, writeFileSync } = require('fs')
const path = require('path')
const { capture } = require('./run.cjs')
const { giveUp, remove, root, say } = require('./setup.cjs')

const shared = ['contract/src', 'scripts/bundle.ts', 'package-lock.json']
const inputs = { api: ['api/src', 'package.json'].concat(shared), web: ['web'].concat(shared) }
const notInputs = /^(dist|node_modules)$|\.test\.tsx?$/

/** Updates api/dist and web/dist, or only those in `parts`. Rejects with the output of the build when it fails. */
async function build(node, parts) {
  const stale = (parts && parts.length ? parts : Object.keys(inputs))
    .map((part) => ({ part, hash: hashOf(inputs[part]), stamp: path.join(root, part, 'dist', '.stamp') }))
    .filter(({ hash, stamp }) => !existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash)
  if (stale.length === 0) return
  const names = stale.map(({ part }) => part)
  say('Building ' + names.map((part) => (part === 'api' ? 'the API' : 'the web app')).join(' and ') + ' …')
  for (const { stamp } of stale) remove(stamp)
  // A production build even when a test sets NODE_ENV.
  const env = Object.assign({}, process.env, { NODE_ENV: 'production' })
  const done = await capture(node, [path.join(__dirname, 'bundle.ts')].concat(names), { env })
  if (done.code !== 0) throw new Error(done.output + '\nKontor could not be built (above).')
  for (const { hash, stamp } of stale) writeFileSync(stamp, hash)
}

function hashOf(places) {
  const hash = createHash('sha256')
  const add = (place) => {
    const file = path.join(root, place)
    hash.update(place + '\0').update(readFileSync(file))
  }
  for (const place of places) filesUnder(place).forEach(add)
  return hash.digest('hex')
}

/** The paths, from the root, of a file or of all files in a folder; sorted, because the hash depends on the order. */
function filesUnder(place) {
  if (!statSync(path.join(root, place)).isDirectory()) return [place]
  return readdirSync(path.join(root, place))
    .filter((name) => !notInputs.test(name))
    .sort()
    .reduce((files, name) => files.concat(filesUnder(place + '/' + name)), [])
}

if (require.main === module)
  build(process.execPath, process.argv.slice(2)).catch((error) => giveUp(error.message))

module.exports = { build, filesUnder }

// What every command does first: install the packages when they changed, then find Node 24, which is one of
// them. These scripts keep to old syntax on purpose: on a bare clone they run under the machine's own Node.
const { createHash } = require('crypto')
const { existsSync, readFileSync, rmSync, writeFileSync } = require('fs')
const { spawnSync } = require('child_process')
const path = require('path')

const root = path.join(__dirname, '..')
const nodeMajor = 24

function say(text) {
  process.stdout.write(text + '\n')
}

/** Ends the command with a sentence for the person who typed it. */
function giveUp(text) {
  process.stderr.write('\n' + text + '\n')
  process.exit(1)
}

/** Prepares the working copy; returns the path of a Node 24 to run everything else with. */
function setup() {
  if (readStamp() !== lockHash()) install()
  return findNode()
}

// Not `npm ci`: it refuses a lock file in which an optional package of some other platform is missing, and which
// of them a registry has differs. What the lock file does name is installed exactly so.
function install() {
  requireNpm()
  say('Installing packages (' + (readStamp() ? 'they changed' : 'first start, about a minute') + ') …')
  if (!readStamp()) rmSync(modules, { recursive: true, force: true })
  rmSync(stamp, { force: true })
  const done = npm(['install', '--no-save', '--include=dev', '--include=optional', '--loglevel=error'])
  if (done.status !== 0)
    giveUp(done.stdout + done.stderr + '\nThe packages could not be installed (npm, above).')
  writeStamp()
}

function requireNpm() {
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const wanted = Number(/\d+/.exec(manifest.engines.npm)[0])
  const version = npm(['--version']).stdout.trim()
  if (!version) giveUp('Kontor needs npm ' + wanted + ' or newer, and no npm was found.')
  if (parseInt(version, 10) < wanted) {
    giveUp('Kontor needs npm ' + wanted + ' or newer, this is ' + version + '. Update it: npm install -g npm')
  }
}

// `npm start` runs us under the Node 24 inside node_modules when there is one; npm itself has to run under the
// machine's own, because an installation may replace that one.
function npm(args) {
  const cli = process.env.npm_execpath || ''
  const own = cli.endsWith('npm-cli.js')
  const command = own ? process.env.npm_node_execpath || process.execPath : 'npm'
  const shell = !own && process.platform === 'win32'
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26, shell }
  const done = spawnSync(command, own ? [cli].concat(args) : args, options)
  return { status: done.status, stdout: done.stdout || '', stderr: done.stderr || String(done.error || '') }
}

// The stamp is written last and removed first: after an interrupted installation all is installed anew.
const modules = path.join(root, 'node_modules')
const stamp = path.join(modules, '.kontor-lock')

function readStamp() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8')
}

function writeStamp() {
  writeFileSync(stamp, lockHash())
}

function lockHash() {
  const hash = createHash('sha256').update(process.platform + process.arch)
  const folders = ['.', 'contract', 'api', 'web'].map((folder) => folder + '/package.json')
  for (const file of folders.concat('package-lock.json')) hash.update(readFileSync(path.join(root, file)))
  return hash.digest('hex')
}

function findNode() {
  const os = process.platform === 'win32' ? 'win' : process.platform
  const file = os === 'win' ? 'node.exe' : 'node'
  const packaged = path.join(root, 'node_modules', 'node-' + os + '-' + process.arch, 'bin', file)
  if (existsSync(packaged)) return packaged
  if (parseInt(process.versions.node, 10) >= nodeMajor) return process.execPath
  const missing = 'npm has none for ' + os + ' on ' + process.arch
  return giveUp('Kontor needs Node ' + nodeMajor + '; ' + missing + '. Please install it and try again.')
}

module.exports = { giveUp, root, say, setup, writeStamp }

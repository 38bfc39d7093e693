// The first step of every command: installs the packages when they have changed, then finds Node 24, which is one of
// them. These scripts use old syntax, because in a fresh clone they run with the machine's own Node.
const { createHash } = require('crypto')
const fs = require('fs')
const { existsSync, mkdirSync, readFileSync, writeFileSync } = fs
const { spawnSync } = require('child_process')
const path = require('path')

const root = path.join(__dirname, '..')
const nodeMajor = 24

function say(text) {
  process.stdout.write(text + '\n')
}

/** Exits with a sentence for the user. */
function giveUp(text) {
  process.stderr.write('\n' + text + '\n')
  process.exit(1)
}

/** Prepares the working copy; returns the path of a Node 24 to run everything else with. */
function setup() {
  if (readStamp() !== lockHash()) install()
  return findNode()
}

// Not `npm ci`, which rejects a lock file that lacks an optional package of another platform; registries differ in
// those. Packages in the lock file are installed in exactly its versions.
function install() {
  requireNpm()
  const before = readStamp()
  const isComplete = before !== UNFINISHED && existsSync(npmList)
  say('Installing packages (' + (isComplete ? 'they changed' : 'first start, about a minute') + ') …')
  if (!isComplete) remove(modules)
  mkdirSync(modules, { recursive: true })
  writeFileSync(stamp, UNFINISHED)
  let missing = download(isComplete ? before : UNFINISHED)
  for (let tries = 1; tries < 3 && missing.length > 0; tries++) {
    say('npm left out ' + missing.join(', ') + ': trying again …')
    remove(npmList)
    missing = download(UNFINISHED)
  }
  if (missing.length === 0) writeStamp()
}

/** Returns the packages that are missing nevertheless. After a failure npm has restored the former ones, and `before` the stamp. */
function download(before) {
  const done = npm(['install', '--no-save', '--include=dev', '--include=optional', '--loglevel=error'])
  if (done.status !== 0) {
    if (before) writeFileSync(stamp, before)
    else remove(stamp)
    giveUp(done.stdout + done.stderr + '\nThe packages could not be installed (npm, above).')
  }
  const isInstalled = (name) => existsSync(path.join(root, name))
  return packagesOfMachine(readLock(), process).filter((name) => !isInstalled(name))
}

function readLock() {
  return JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages
}

/**
 * The folders of the optional packages for a machine, such as Node, PostgreSQL and the compiler. npm succeeds even if it
 * could not download one.
 */
function packagesOfMachine(packages, { platform, arch, report }) {
  const isMusl = platform === 'linux' && report && !report.getReport().header.glibcVersionRuntime
  const suits = (wanted, own) => !wanted || [].concat(wanted).includes(own)
  return Object.keys(packages).filter((name) => {
    const { optional, os, cpu, libc } = packages[name]
    if (!optional || !os || !suits(os, platform) || !suits(cpu, arch)) return false
    return suits(libc, isMusl ? 'musl' : 'glibc')
  })
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

// `npm start` runs with the Node 24 of node_modules if present; npm itself must run with the machine's own Node,
// because an installation may replace the other one.
function npm(args) {
  const cli = process.env.npm_execpath || ''
  const own = cli.endsWith('npm-cli.js')
  const command = own ? process.env.npm_node_execpath || process.execPath : 'npm'
  const shell = !own && process.platform === 'win32'
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26, shell }
  const done = spawnSync(command, own ? [cli].concat(args) : args, options)
  return { status: done.status, stdout: done.stdout || '', stderr: done.stderr || String(done.error || '') }
}

// The stamp says so while packages are installed: after an interrupted installation everything is installed again.
const UNFINISHED = 'unfinished'
const modules = path.join(root, 'node_modules')
const stamp = path.join(modules, '.kontor-lock')
/** What is installed, written by npm at its end. */
const npmList = path.join(modules, '.package-lock.json')

/** Removes a file, or a folder with its content. */
function remove(place) {
  if (fs.rmSync) fs.rmSync(place, { recursive: true, force: true })
  else if (existsSync(place) && fs.statSync(place).isDirectory()) fs.rmdirSync(place, { recursive: true })
  else if (existsSync(place)) fs.unlinkSync(place)
}

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
  const name = 'node-' + os + '-' + process.arch
  if (readLock()['node_modules/' + name])
    return giveUp('npm could not download ' + name + '. Please try again.')
  const missing = 'npm has none for ' + os + ' on ' + process.arch
  return giveUp('Kontor needs Node ' + nodeMajor + '; ' + missing + '. Please install it and try again.')
}

module.exports = { giveUp, packagesOfMachine, remove, root, say, setup, writeStamp }

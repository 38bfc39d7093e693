// Debian's packages, for what tests need from the machine: a database server and a browser.
const { spawnSync } = require('child_process')
const { existsSync } = require('fs')
const { say } = require('./setup.cjs')

const isRoot = () => process.getuid !== undefined && process.getuid() === 0

/** Installs a Debian package. Throws a sentence that says what is missing when that cannot be done here. */
function install(name, purpose) {
  const command = 'apt-get install ' + name
  if (!existsSync('/usr/bin/apt-get'))
    throw new Error('Install ' + name + ' (' + purpose + ') and try again.')
  if (!isRoot()) throw new Error(purpose + ' is missing, and only root can install it: ' + command)
  say('Installing Debian’s ' + name + ' (' + purpose + ') …')
  apt(['update'])
  apt(['install', '--yes', '--no-install-recommends', name])
}

function apt(args) {
  const env = Object.assign({}, process.env, { DEBIAN_FRONTEND: 'noninteractive' })
  const done = spawnSync('apt-get', args, { encoding: 'utf8', env, maxBuffer: 1 << 26 })
  if (done.status !== 0)
    throw new Error(done.stdout + done.stderr + '\napt-get ' + args.join(' ') + ' failed (above).')
}

/** The path of the first of these programs on the PATH, or undefined. */
function which(names) {
  for (const name of names) {
    const found = spawnSync('sh', ['-c', 'command -v "$0"', name], { encoding: 'utf8' }).stdout
    if (found) return found.trim()
  }
}

module.exports = { install, isRoot, which }

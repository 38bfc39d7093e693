// Installs Debian packages that tests need: a browser.
const { spawnSync } = require('child_process')
const { existsSync } = require('fs')
const { say } = require('./setup.cjs')

const isRoot = () => process.getuid !== undefined && process.getuid() === 0

/** Why a missing Debian package cannot be installed here, as a sentence; undefined when it can. */
function refusal(name, purpose) {
  const missing = name + ' (' + purpose + ') is missing'
  if (process.env.KONTOR_NO_APT === '1')
    return missing + ', and KONTOR_NO_APT=1 forbids to install it: apt-get install ' + name
  if (!existsSync('/usr/bin/apt-get')) return missing + '. Install it and try again.'
  if (!isRoot()) return missing + ', and only root can install it: apt-get install ' + name
}

/** Prints a line and installs a Debian package. Throws an error with a sentence when that is not possible. */
function install(name, purpose) {
  const refused = refusal(name, purpose)
  if (refused) throw new Error(refused)
  say('Installing Debian’s ' + name + ' (' + purpose + '); KONTOR_NO_APT=1 forbids it …')
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

module.exports = { install, isRoot, refusal, which }

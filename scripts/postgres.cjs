// A PostgreSQL server of the tests' own: a fresh folder, a free port, gone afterwards.
const { spawnSync } = require('child_process')
const { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } = require('fs')
const { createServer } = require('net')
const { tmpdir } = require('os')
const path = require('path')
const apt = require('./apt.cjs')

const oldest = 15
const needed = ['postgresql', 'a database server of version ' + oldest + ' or newer for the tests']
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: 200,
  shared_buffers: '128MB',
  listen_addresses: '127.0.0.1',
}

/**
 * Starts a server, installing Debian's when there is none and we are root. Resolves to `{ url, stop }`: a
 * superuser's URL, and a function that ends the server at once and removes its folder; it is called at the end of
 * the process in any case. `TEST_DATABASE_URL` names a server to use instead. Rejects with a sentence.
 */
async function startPostgres() {
  if (process.env.TEST_DATABASE_URL) return { url: process.env.TEST_DATABASE_URL, stop: () => {} }
  const server = await newServer()
  return { url: server.url, stop: server.stop }
}

/**
 * Starts a server of its own and one that follows it, whatever `TEST_DATABASE_URL` says. Resolves to `{ url, replica,
 * stop }`; the replica has a `url` and is ended at once by `kill` and begun again by `start`.
 */
async function startReplicated() {
  const server = await newServer()
  const data = path.join(server.scratch, 'replica')
  const copy = ['-d', server.url, '-D', data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']
  run(server.bin, 'pg_basebackup', copy)
  const port = await freePort()
  const start = () => startIn(server, data, port)
  const kill = () => run(server.bin, 'pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop'])
  start()
  return { url: server.url, replica: { url: urlOf(port), kill, start }, stop: server.stop }
}

async function newServer() {
  const bin = findServer() || installServer()
  const scratch = mkdtempSync(path.join(tmpdir(), 'kontor-postgres-'))
  const stop = stopper(bin, scratch)
  if (apt.isRoot()) giveAway(scratch)
  const data = path.join(scratch, 'data')
  run(bin, 'initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'])
  const port = await freePort()
  startIn({ bin, scratch }, data, port)
  return { bin, scratch, url: urlOf(port), stop }
}

const urlOf = (port) => 'postgres://postgres@127.0.0.1:' + port + '/postgres'

function startIn({ bin, scratch }, data, port) {
  const options = Object.assign({ port, unix_socket_directories: scratch }, settings)
  const flags = Object.keys(options).map((name) => '-c ' + name + '=' + options[name])
  run(bin, 'pg_ctl', ['-D', data, '-l', data + '.log', '-o', flags.join(' '), '-w', 'start'])
}

/** The folder of the newest server's programs, or undefined. */
function findServer() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  const folders = versions.sort((a, b) => b - a).map((version) => path.join(debian, version, 'bin'))
  const onPath = apt.which(['postgres'])
  if (onPath) folders.push(path.dirname(onPath))
  const config = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout
  if (config) folders.push(config.trim())
  return folders.find((folder) => {
    const version = spawnSync(path.join(folder, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout
    return version && Number(/\d+/.exec(version)[0]) >= oldest && existsSync(path.join(folder, 'initdb'))
  })
}

/** Why the tests on PostgreSQL cannot run here, as a sentence; nothing when they can. */
function whyNoPostgres() {
  return process.env.TEST_DATABASE_URL ? undefined : whyNoServer()
}

/** The same of those that start servers of their own. */
function whyNoServer() {
  return findServer() ? undefined : apt.refusal(...needed)
}

function installServer() {
  const refused = apt.refusal(...needed)
  if (refused) throw new Error(refused)
  const config = '/etc/postgresql-common/createcluster.conf'
  if (!existsSync(config)) {
    mkdirSync(path.dirname(config), { recursive: true })
    writeFileSync(config, 'create_main_cluster = false\n')
  }
  apt.install(...needed)
  const found = findServer()
  if (!found)
    throw new Error('The tests need PostgreSQL ' + oldest + ' or newer; Debian’s package here is older.')
  return found
}

// PostgreSQL refuses to run as root.
function owner() {
  return ['postgres', 'nobody'].find((user) => spawnSync('id', ['-u', user]).status === 0)
}

function giveAway(folder) {
  const id = (flag) => Number(spawnSync('id', [flag, owner()], { encoding: 'utf8' }).stdout)
  chownSync(folder, id('-u'), id('-g'))
}

function run(bin, program, args) {
  const done = spawnAsOwner(path.join(bin, program), args)
  if (done.status !== 0) throw new Error(done.stdout + done.stderr + '\n' + program + ' failed (above).')
}

// `cwd`: the owner may not be allowed to enter the folder we are in.
function spawnAsOwner(program, args) {
  const options = { encoding: 'utf8', cwd: '/' }
  if (!apt.isRoot()) return spawnSync(program, args, options)
  return spawnSync('runuser', ['-u', owner(), '--', program].concat(args), options)
}

function stopper(bin, scratch) {
  const stop = () => {
    process.removeListener('exit', stop)
    if (!existsSync(scratch)) return
    for (const data of ['replica', 'data'])
      if (existsSync(path.join(scratch, data, 'postmaster.pid')))
        spawnAsOwner(path.join(bin, 'pg_ctl'), ['-D', path.join(scratch, data), '-m', 'fast', '-w', 'stop'])
    rmSync(scratch, { recursive: true, force: true })
  }
  process.on('exit', stop)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))
  return stop
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const port = probe.address().port
      probe.close(() => resolve(port))
    })
  })
}

module.exports = { startPostgres, startReplicated, whyNoPostgres, whyNoServer }

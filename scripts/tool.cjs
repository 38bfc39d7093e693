// `npm run backup`, `restore`, `reset-2fa`, `reset-password`, `bench`: runs a program with Node 24 and the typed arguments.
const { spawnSync } = require('child_process')
const { root, setup } = require('./setup.cjs')

const env = Object.assign({ INIT_CWD: process.cwd() }, process.env)
const options = { cwd: root, env, stdio: 'inherit' }
const done = spawnSync(setup(), process.argv.slice(2), options)
process.exit(done.status === null ? 1 : done.status)

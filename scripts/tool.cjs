// `npm run backup`, `restore` and `to-postgres`: the tool of that name in api/src/tools, with the arguments typed.
const { spawnSync } = require('child_process')
const { root, setup } = require('./setup.cjs')

const [name, ...args] = process.argv.slice(2)
const env = Object.assign({ INIT_CWD: process.cwd() }, process.env)
const options = { cwd: root, env, stdio: 'inherit' }
const done = spawnSync(setup(), ['api/src/tools/' + name + '.ts'].concat(args), options)
process.exit(done.status === null ? 1 : done.status)

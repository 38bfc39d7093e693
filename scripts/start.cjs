// `npm start`: whatever the machine has, install and build what is missing, then run the server.
const { buildWeb } = require('./build.cjs')
const { runTogether } = require('./run.cjs')
const { giveUp, setup } = require('./setup.cjs')

// Young objects in 4 MB instead of 16: as quick, and after busy hours the process is half the size. The Dockerfile says
// the same.
const flags = ['--max-semi-space-size=4']

const node = setup()
buildWeb(node).then(
  () => runTogether(node, [{ args: flags.concat('api/start.mjs').concat(process.argv.slice(2)) }]),
  (error) => giveUp(error.message),
)

// `npm start`: whatever the machine has, install and build what is missing, then run the server.
const { buildWeb } = require('./build.cjs')
const { runTogether } = require('./run.cjs')
const { giveUp, setup } = require('./setup.cjs')

const node = setup()
buildWeb(node).then(
  () => runTogether(node, [{ args: ['api/src/start.ts'].concat(process.argv.slice(2)) }]),
  (error) => giveUp(error.message),
)

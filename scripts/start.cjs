// `npm start`: installs and builds what is missing, then runs the server.
const { build } = require('./build.cjs')
const { runInPlace } = require('./run.cjs')
const { giveUp, setup } = require('./setup.cjs')

// A young generation of 4 MB instead of 16: equally fast, and after busy hours the process is half the size. The
// Dockerfile has the same value.
const flags = ['--max-semi-space-size=4']

const node = setup()
build(node).then(
  () => runInPlace(node, flags.concat('api/start.mjs').concat(process.argv.slice(2))),
  (error) => giveUp(error.message),
)

// `npm start`: installs and builds what is missing, then runs the server.
const { build } = require('./build.cjs')
const { runInPlace } = require('./run.cjs')
const { giveUp, setup } = require('./setup.cjs')

// Young objects in 4 MB instead of 16: as quick, and the process is smaller at its busiest. The Dockerfile says this and
// the next as well.
const flags = ['--max-semi-space-size=4']
// glibc gives freed memory back at once, some 7 MB after the start, and keeps no more the busier it was.
if (!process.env.MALLOC_TRIM_THRESHOLD_) process.env.MALLOC_TRIM_THRESHOLD_ = '131072'

const node = setup()
build(node).then(
  () => runInPlace(node, flags.concat('api/start.mjs').concat(process.argv.slice(2))),
  (error) => giveUp(error.message),
)

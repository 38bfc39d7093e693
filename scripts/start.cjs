// `npm start`: installs and builds what is missing, then runs the server.
const { build } = require('./build.cjs')
const { runInPlace } = require('./run.cjs')
const { giveUp, setup } = require('./setup.cjs')

// A young generation of 4 MB instead of 16, and an old one that is collected sooner: equally fast, with a lower peak of
// memory (docs/performance.md). The Dockerfile and the benchmark set this and the next value too.
const flags = ['--max-semi-space-size=4', '--heap-growing-percent=60']
// glibc returns freed memory to the system at once: about 7 MB after the start, more after busy hours.
if (!process.env.MALLOC_TRIM_THRESHOLD_) process.env.MALLOC_TRIM_THRESHOLD_ = '131072'

const node = setup()
build(node).then(
  () => runInPlace(node, flags.concat('api/start.mjs').concat(process.argv.slice(2))),
  (error) => giveUp(error.message),
)

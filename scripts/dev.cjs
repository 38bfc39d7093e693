// `npm run dev`: the API restarts and the browser updates as files are saved.
const { runTogether } = require('./run.cjs')
const { say, setup } = require('./setup.cjs')

const node = setup()
say('Starting the API and the web app; Ctrl C ends both …')
runTogether(node, [
  { args: ['--watch', 'api/src/server.ts'], prefix: 'api │ ' },
  { args: ['../node_modules/vite/bin/vite.js'], cwd: 'web', prefix: 'web │ ' },
])

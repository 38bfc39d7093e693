// Preloaded into the program that takes the starter's place: it hears each signal once, and ends with npm.
const { distinctSignals, watchNpm } = require('./signals.cjs')

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
const isDistinct = distinctSignals()
const emit = process.emit
process.emit = function (name, ...given) {
  if (signals.includes(name) && !isDistinct()) return true
  return emit.call(this, name, ...given)
}
watchNpm(() => process.kill(process.pid, 'SIGTERM'))

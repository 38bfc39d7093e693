// Preloaded into the programs of runInPlace: drops repeated signals, and ends the program when npm has ended.
const { distinctSignals, watchNpm } = require('./signals.cjs')

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
const isDistinct = distinctSignals()
const emit = process.emit
process.emit = function (name, ...given) {
  if (signals.includes(name) && !isDistinct()) return true
  return emit.call(this, name, ...given)
}
watchNpm(() => process.kill(process.pid, 'SIGTERM'))

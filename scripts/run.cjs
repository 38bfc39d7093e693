// Runs other programs: to their end with captured output, or for the lifetime of the command.
const { spawn } = require('child_process')
const { constants } = require('os')
const path = require('path')
const { root } = require('./setup.cjs')
const { distinctSignals, watchNpm } = require('./signals.cjs')

/** Runs a program to its end; resolves to `{ code, output }` and never rejects. */
function capture(command, args, options) {
  return new Promise((resolve) => {
    const child = spawn(
      command,
      args,
      Object.assign({ cwd: root, stdio: ['ignore', 'pipe', 'pipe'] }, options),
    )
    let output = ''
    const keep = (text) => {
      output += text
    }
    child.stdout.setEncoding('utf8').on('data', keep)
    child.stderr.setEncoding('utf8').on('data', keep)
    child.on('error', (error) => resolve({ code: 1, output: output + error.message }))
    child.on('close', (code) => resolve({ code: code === null ? 1 : code, output }))
  })
}

/**
 * Replaces this process by a Node program, which saves the memory of a process. Where the system or this Node cannot do
 * that, runs it as a child process and exits with its code.
 */
function runInPlace(node, args) {
  if (!process.execve || process.platform === 'win32') return runTogether(node, [{ args }])
  process.chdir(root)
  const preload = path.join(__dirname, 'in-place.cjs')
  return process.execve(node, [node, '--require', preload].concat(args), process.env)
}

/**
 * Runs Node programs in parallel until one ends, ends the others, and exits with the code of the first. Each program is
 * `{ args, cwd?, prefix? }`; without a prefix it writes directly to the terminal.
 */
function runTogether(node, programs) {
  const children = programs.map((program) => start(node, program))
  const pass = passSignalsOn(children)
  let code
  let left = children.length
  for (const child of children) {
    child.on('exit', (status, signal) => {
      if (code === undefined) code = signal ? 128 + constants.signals[signal] : status
      left -= 1
      if (left === 0) process.exit(code)
      pass('SIGTERM')
    })
  }
}

// A child has its own process group, so that Ctrl C sends it one signal, from here. The terminal and npm each send one,
// and a server treats a second signal as a forced stop. The IPC channel closes when this process is killed.
function start(node, program) {
  const out = program.prefix ? 'pipe' : 'inherit'
  const options = {
    cwd: path.join(root, program.cwd || '.'),
    stdio: ['inherit', out, out, 'ipc'],
    detached: process.platform !== 'win32',
  }
  const child = spawn(
    node,
    ['--require', path.join(__dirname, 'end-with-parent.cjs')].concat(program.args),
    options,
  )
  if (program.prefix) {
    prefixLines(child.stdout, process.stdout, program.prefix)
    prefixLines(child.stderr, process.stderr, program.prefix)
  }
  return child
}

function passSignalsOn(children) {
  const isDistinct = distinctSignals()
  const pass = (signal) => {
    if (isDistinct()) for (const child of children) child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass)
  watchNpm(() => pass('SIGTERM'))
  return pass
}

function prefixLines(from, to, prefix) {
  let rest = ''
  from.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop()
    for (const line of lines) to.write(prefix + line + '\n')
  })
  from.on('end', () => rest && to.write(prefix + rest + '\n'))
}

module.exports = { capture, runInPlace, runTogether }

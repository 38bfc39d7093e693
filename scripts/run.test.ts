import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'

/** A program that prints its pid and the signals that it receives, and exits with 7 at `end`. */
const program = `
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => console.log(signal))
  process.stdin.on('data', () => process.exit(7))
  setInterval(() => {}, 1000)
  console.log('pid', process.pid)`
const starter = `
  console.log('pid', process.pid)
  require('./run.cjs').runInPlace(process.execPath, ['-e', ${JSON.stringify(program)}])`

/** Starts the program as `npm start` does; with `shell` in a shell, as npm does. */
async function start(shell?: string) {
  const command = shell ? ['sh', '-c', shell, process.execPath, starter] : [process.execPath, '-e', starter]
  const [file = '', ...args] = command
  const env = { ...process.env, npm_lifecycle_event: shell ? 'start' : '' }
  const child = spawn(file, args, { cwd: import.meta.dirname, env, stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const line = async () => (await lines.next()).value as string
  const pids = [await line(), await line()].map((said) => Number(said.replace('pid ', '')))
  return { child, line, pids, exit: once(child, 'exit') }
}

const inPlace = test.skipIf(process.platform === 'win32')

inPlace('the program replaces the starter in its process, and its exit code is the command’s', async () => {
  const { child, pids, exit } = await start()
  expect(pids).toEqual([child.pid, child.pid])
  child.stdin.write('end')
  expect(await exit).toEqual([7, null])
})

inPlace('two signals at once are received as one', async () => {
  const { child, line, exit } = await start()
  child.kill('SIGINT')
  child.kill('SIGTERM')
  expect(await line()).toMatch(/^SIG/)
  child.stdin.write('end')
  expect(await line()).toBeUndefined()
  expect(await exit).toEqual([7, null])
})

inPlace('the program receives SIGTERM when npm’s shell has ended', async () => {
  const { child, line, pids } = await start('"$0" -e "$1"; true')
  child.kill('SIGKILL')
  expect(await line()).toBe('SIGTERM')
  process.kill(pids[0] ?? 0, 'SIGKILL')
})

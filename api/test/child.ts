import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** Opens a database in a child process that will be killed; `until` waits for a line of its output. */
export function openInChild(
  options: { dataDir: string; databaseUrl?: string | undefined; migrationsDir?: string },
  env: NodeJS.ProcessEnv = {},
) {
  const script = new URL('./open-database.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, JSON.stringify(options)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  const exited = once(child, 'exit')
  return {
    async until(text: string | RegExp) {
      for await (const line of lines)
        if (typeof text === 'string' ? line.includes(text) : text.test(line)) return line
      throw new Error(`the child ended without saying ${text}`)
    },
    kill: () => kill(child, exited),
  }
}

async function kill(child: ChildProcess, exited: Promise<unknown>) {
  child.kill('SIGKILL')
  await exited
}

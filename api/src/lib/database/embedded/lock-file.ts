import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { signalProcess } from './server.ts'

// Reads postmaster.pid of a cluster's folder, and what Linux knows of that process.

/** The server that has a folder, or had it before it was killed. */
export function postmasterOf(path: string): { pid: number; port: number } | undefined {
  try {
    const lines = readFileSync(join(path, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]) }
  } catch {
    return undefined // there is none
  }
}

/** Waits for the end of a server that is no child of ours. */
export async function waitForExit(path: string, pid: number) {
  while (existsSync(join(path, 'postmaster.pid')) && signalProcess(pid, 0)) await pause(20)
}

/** Whether a process works in the folder, as all of a PostgreSQL server do. True where the system does not say. */
export function isServerOf(path: string, pid: number): boolean {
  return process.platform !== 'linux' || processesIn(path).includes(pid)
}

/** After a restart of the machine or container the lock file may name the process of another program: removes it then. */
export function removeStaleLock(path: string) {
  if (process.platform === 'linux' && processesIn(path).length === 0)
    rmSync(join(path, 'postmaster.pid'), { force: true })
}

/** Ends the sessions of a server that was killed: a long statement would go on to its end. */
export function terminateOrphans(path: string) {
  if (process.platform === 'linux') for (const pid of processesIn(path)) signalProcess(pid, 'SIGTERM')
}

function processesIn(path: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === path
      } catch {
        return false // it has ended, or is another user's
      }
    })
}

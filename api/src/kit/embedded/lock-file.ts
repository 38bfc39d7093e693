import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { send } from './server.ts'

/** Waits for the end of a server that is no child of ours. */
export async function ended(path: string, pid: number) {
  while (existsSync(join(path, 'postmaster.pid')) && send(pid, 0)) await pause(20)
}

/**
 * After a restart of the machine or container the lock file may name a process that is something else. PostgreSQL cannot
 * tell; here it is removed when that process is no PostgreSQL and none works in the folder.
 */
export function removeStaleLock(path: string) {
  const running = postmasterOf(path)
  if (!running || process.platform !== 'linux') return
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const isPostgres = (pid: string) => {
    try {
      const isNamed =
        pid === String(running.pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
      return isNamed || readlinkSync(`/proc/${pid}/cwd`) === path
    } catch {
      return false // it has ended, or is somebody else's
    }
  }
  if (!processes.some(isPostgres)) rmSync(join(path, 'postmaster.pid'), { force: true })
}

/** What PostgreSQL wrote of the server that has a folder, or had it before it was killed. */
export function postmasterOf(path: string): { pid: number; port: number } | undefined {
  try {
    const lines = readFileSync(join(path, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]) }
  } catch {
    return undefined // there is none
  }
}

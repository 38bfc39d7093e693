import { readdirSync, readlinkSync } from 'node:fs'

/** Number of files below a folder that this process has open; Linux only. */
export const openFilesIn = (folder: string) =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes(folder)
    } catch {
      return false // closed meanwhile
    }
  }).length

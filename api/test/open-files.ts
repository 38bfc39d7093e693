import { readdirSync, readlinkSync } from 'node:fs'

/** How many files below a folder this process has open; Linux alone can tell. */
export const openFilesIn = (folder: string) =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes(folder)
    } catch {
      return false // closed meanwhile
    }
  }).length

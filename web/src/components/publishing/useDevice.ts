import { useEffect, useState } from 'react'
import { type DeviceState, deviceState, disableDevice, enableDevice } from '../../lib/push/device.ts'
import { notify } from '../ui/snackbar/notify.tsx'

/** The push state of this browser, null until it is known, and its changes. `failed` is the message of a failed one. */
export function useDevice(failed: string) {
  const [state, setState] = useState<DeviceState | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    void deviceState().then(setState)
  }, [])
  const change = async (work: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await work()
    } catch {
      notify.error(failed) // the browser's push service or our server was not reached
    }
    setState(await deviceState())
    setBusy(false)
  }
  return {
    state,
    isBusy,
    enable: () => change(enableDevice),
    disable: () => change(disableDevice),
  }
}

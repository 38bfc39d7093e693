import { useEffect, useState } from 'react'
import { notify } from '../../components/ui/snackbar/notify.tsx'
import { type DeviceState, deviceState, disableDevice, enableDevice } from '../../lib/push/device.ts'

/**
 * The push state of this browser, null until it is known, and its changes, which resolve with the new state or, when they
 * failed, null. `failed` is the message of a failed one.
 */
export function useDevice(failed: string) {
  const [state, setState] = useState<DeviceState | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    void deviceState().then(setState)
  }, [])
  const change = async (work: () => Promise<unknown>) => {
    setBusy(true)
    const isDone = await work().then(
      () => true,
      () => false, // the browser's push service or our server was not reached
    )
    if (!isDone) notify.error(failed)
    const changed = await deviceState()
    setState(changed)
    setBusy(false)
    return isDone ? changed : null
  }
  return {
    state,
    isBusy,
    enable: () => change(enableDevice),
    disable: () => change(disableDevice),
  }
}

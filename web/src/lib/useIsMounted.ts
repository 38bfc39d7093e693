import { useEffect, useRef } from 'react'

/** Whether the component is still shown. Read it after an `await`. */
export function useIsMounted() {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}

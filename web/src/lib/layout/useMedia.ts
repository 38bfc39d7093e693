import { useMediaQuery } from '@mantine/hooks'

/** Whether a media query matches, known from the first render on. */
export const useMedia = (query: string) => useMediaQuery(query, false, { getInitialValueInEffect: false })

/** Whether the window is as narrow as a phone. */
export const useIsPhone = () => useMedia('(max-width: 48em)')

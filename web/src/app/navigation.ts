import type { Resource } from '@kontor/contract/lib/resources/resource'
import { resources } from '@kontor/contract/resources'
import { resourceScreen } from '../components/resource/resourceScreen.ts'
import type { Screen } from '../components/shell/screen.ts'
import { screens } from './features.ts'

const plain = Object.values<Resource>(resources).map(resourceScreen)
const first = screens.findIndex(({ group }) => group === 'reference')

/**
 * What menu, home and palette show, in their order: the features' screens, and the plain resources first among the
 * reference records. Apart from features.ts, so that the sign-in page loads no declaration.
 */
export const menu: readonly Screen[] = [...screens.slice(0, first), ...plain, ...screens.slice(first)]

import type { Resource } from '@kontor/contract/lib/resources/resource'
import { resources } from '@kontor/contract/resources'
import { resourceScreen } from '../components/resource/resourceScreen.ts'
import type { Screen } from '../components/shell/screen.ts'
import { screenIcons } from './screenIcons.ts'
import { screens } from './screens.tsx'

const plain = Object.values<Resource>(resources).map(resourceScreen)
const own = screens.map((screen): Screen => ({ ...screen, icon: screenIcons[screen.icon] }))
const first = own.findIndex(({ group }) => group === 'reference')

/**
 * What menu, home and palette show, in their order: the features' screens, and the plain resources first among the
 * reference records. Apart from screens.tsx, so that the sign-in page loads no declaration.
 */
export const menu: readonly Screen[] = [...own.slice(0, first), ...plain, ...own.slice(first)]

import type { Resource } from '@kontor/contract/kit/resource/resource'
import { resources } from '@kontor/contract/resources'
import { screens } from './features.tsx'
import { resourceScreen } from './kit/resource/resourceScreen.ts'
import type { Screen } from './kit/shell/screen.ts'
import { screenIcons } from './screenIcons.ts'

const plain = Object.values<Resource>(resources).map(resourceScreen)
const own = screens.map((screen): Screen => ({ ...screen, icon: screenIcons[screen.icon] }))
const first = own.findIndex(({ group }) => group === 'reference')

/**
 * What menu, home and palette show, in their order: the features' screens, and the plain resources first among the
 * reference records. Apart from features.tsx, so that the door loads no declaration.
 */
export const menu: readonly Screen[] = [...own.slice(0, first), ...plain, ...own.slice(first)]

import type { Resource } from '@kontor/contract/lib/resources/resource'
import { resources } from '@kontor/contract/resources'
import { resourceScreen } from '../components/resource/resourceScreen.ts'
import type { Screen } from '../components/shell/screen.ts'
import { screens } from './features.ts'

const generated = Object.values<Resource>(resources).map(resourceScreen)
const first = screens.findIndex(({ group }) => group === 'reference')

/**
 * The screens that menu, home and palette show, in order: those of the features, with the generated resources before the
 * first screen of the group `reference`. It is not in features.ts, because the sign-in page loads that file and needs
 * no declarations of resources.
 */
export const menu: readonly Screen[] = [...screens.slice(0, first), ...generated, ...screens.slice(first)]

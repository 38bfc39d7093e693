import { chat } from '../cnr/chat.ts'
import { ordering } from '../cnr/ordering.ts'
import { portal } from '../cnr/portal.ts'
import { portalSliders } from '../cnr/portalSliders.ts'

export const texts = [portal, portalSliders, chat, ordering] as const

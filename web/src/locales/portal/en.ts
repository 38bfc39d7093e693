import { chat } from '../en/chat.ts'
import { ordering } from '../en/ordering.ts'
import { portal } from '../en/portal.ts'
import { portalSliders } from '../en/portalSliders.ts'

export const texts = [portal, portalSliders, chat, ordering] as const

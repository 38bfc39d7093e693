import { chat } from '../en/chat.ts'
import { portal } from '../en/portal.ts'
import { portalSliders } from '../en/portalSliders.ts'

export const texts = [portal, portalSliders, chat] as const

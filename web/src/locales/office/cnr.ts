import { campaigns } from '../cnr/campaigns.ts'
import { catalogue } from '../cnr/catalogue.ts'
import { catalogueOrders } from '../cnr/catalogueOrders.ts'
import { chat } from '../cnr/chat.ts'
import { customerSupport } from '../cnr/customerSupport.ts'
import { editor } from '../cnr/editor.ts'
import { forms } from '../cnr/forms.ts'
import { history } from '../cnr/history.ts'
import { home } from '../cnr/home.ts'
import { imports } from '../cnr/imports.ts'
import { lists } from '../cnr/lists.ts'
import { messages } from '../cnr/messages.ts'
import { notifications } from '../cnr/notifications.ts'
import { ordering } from '../cnr/ordering.ts'
import { partners } from '../cnr/partners.ts'
import { portalSliders } from '../cnr/portalSliders.ts'
import { products } from '../cnr/products.ts'
import { services } from '../cnr/services.ts'
import { shell } from '../cnr/shell.ts'
import { sliders } from '../cnr/sliders.ts'
import { stores } from '../cnr/stores.ts'
import { technicalSupport } from '../cnr/technicalSupport.ts'
import { tree } from '../cnr/tree.ts'
import { users } from '../cnr/users.ts'
import { webhooks } from '../cnr/webhooks.ts'

export const texts = [
  shell,
  lists,
  forms,
  editor,
  tree,
  imports,
  chat,
  ordering,
  home,
  partners,
  campaigns,
  products,
  catalogue,
  catalogueOrders,
  sliders,
  portalSliders,
  notifications,
  technicalSupport,
  customerSupport,
  messages,
  stores,
  services,
  users,
  webhooks,
  history,
] as const

import { campaigns } from '../en/campaigns.ts'
import { catalogue } from '../en/catalogue.ts'
import { catalogueOrders } from '../en/catalogueOrders.ts'
import { chat } from '../en/chat.ts'
import { customerSupport } from '../en/customerSupport.ts'
import { editor } from '../en/editor.ts'
import { forms } from '../en/forms.ts'
import { history } from '../en/history.ts'
import { home } from '../en/home.ts'
import { imports } from '../en/imports.ts'
import { lists } from '../en/lists.ts'
import { messages } from '../en/messages.ts'
import { notifications } from '../en/notifications.ts'
import { ordering } from '../en/ordering.ts'
import { partners } from '../en/partners.ts'
import { portalSliders } from '../en/portalSliders.ts'
import { products } from '../en/products.ts'
import { services } from '../en/services.ts'
import { shell } from '../en/shell.ts'
import { sliders } from '../en/sliders.ts'
import { stores } from '../en/stores.ts'
import { technicalSupport } from '../en/technicalSupport.ts'
import { tree } from '../en/tree.ts'
import { users } from '../en/users.ts'
import { webhooks } from '../en/webhooks.ts'

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

type TileText =
  `home.${'partners' | 'inactive_partners' | 'sliders' | 'hidden_sliders' | 'out_of_stock' | 'of_products' | 'users' | 'partner_users' | 'notifications' | 'devices' | 'support' | 'complaints' | 'categories' | 'countries' | 'cities' | 'stores'}`

/** A home tile: one figure, the line that says what it counts, and a line of context. */
export interface Tile {
  count: number
  says: TileText
  context?: { key: TileText; count: number }
  /** The list's address that shows what was counted. */
  search?: Record<string, string>
}

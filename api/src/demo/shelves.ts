import type { demoProducts } from './catalogue.ts'
import type { PictureKind } from './pictures.ts'

/** A category of the catalogue: its products, by picture and name. */
interface CategoryRule {
  name: string
  description?: string
  pictures?: PictureKind[]
  like?: RegExp
  shelves?: CategoryRule[]
  isHidden?: true
  /** The only category whose partners see it. */
  for?: string
}

const byRim = (picture: PictureKind, but?: RegExp): CategoryRule[] => [
  ...[14, 15, 16, 17, 18].map((inch) => ({
    name: `Putničke ${inch}"`,
    pictures: [picture],
    like: new RegExp(`^(?!.*(?:${but?.source ?? '$^'})).* R${inch} `, 'i'),
  })),
  {
    name: 'Putničke 19" i veće',
    pictures: [picture],
    like: new RegExp(`^(?!.*(?:${but?.source ?? '$^'})).* R(19|2\\d) `, 'i'),
  },
]
const ALL_SEASON = /season|crossclimate|quatrac|quadraxer|celsius|4s[2x ]/

const CATEGORY_RULES: CategoryRule[] = [
  {
    name: 'Gume',
    shelves: [
      { name: 'Ljetnje', description: 'Po prečniku felne', shelves: byRim('tyre', ALL_SEASON) },
      {
        name: 'Zimske',
        description: 'M+S i 3PMSF, po prečniku felne',
        shelves: [
          {
            name: 'SUV i terenske',
            pictures: ['winter_tyre'],
            isHidden: true,
            like: /(225\/65|235\/65|255\/55|265\/60) R/,
          },
          ...byRim('winter_tyre'),
        ],
      },
      { name: 'Cjelogodišnje', pictures: ['tyre'], like: new RegExp(ALL_SEASON, 'i') },
      { name: 'Moto', pictures: ['tyre'], like: /\bZR17|\/70 R17 69V/ },
      { name: 'Dostavne', pictures: ['tyre'] },
    ],
  },
  {
    name: 'Teretni program',
    description: 'Za kamione i autobuse',
    for: 'Teretne gume',
    shelves: [
      { name: 'Teretne gume', pictures: ['truck_tyre'] },
      { name: 'Akumulatori za teretna', pictures: ['battery'], like: /ProMotive|Bosch T5|Truck/ },
    ],
  },
  {
    name: 'Dijelovi',
    shelves: [
      {
        name: 'Kočioni sistem',
        shelves: [
          { name: 'Diskovi', pictures: ['brake_disc'] },
          { name: 'Pločice', pictures: ['brake_pads'] },
        ],
      },
      {
        name: 'Filteri',
        shelves: ['ulja', 'vazduha', 'goriva', 'kabine'].map(
          (name): CategoryRule => ({
            name: `Filteri ${name}`,
            pictures: ['filter'],
            like: new RegExp(`filter ${name}`),
          }),
        ),
      },
      { name: 'Amortizeri', pictures: ['shock_absorber'] },
      { name: 'Kaiševi i lančanici', pictures: ['belt'] },
      { name: 'Brisači', pictures: ['wiper'] },
    ],
  },
  {
    name: 'Ulja i maziva',
    shelves: [
      { name: 'Motorna ulja', pictures: ['oil'], like: /\d+W-\d+ \d+ l$/ },
      { name: 'Mjenjači i tečnosti', pictures: ['oil'] },
    ],
  },
  { name: 'Akumulatori', description: '12 V, za putnička vozila', pictures: ['battery'] },
  { name: 'Felne', description: 'Aluminijumske', pictures: ['rim'] },
  {
    name: 'Oprema za servise',
    shelves: [
      { name: 'Alati', pictures: ['tool'] },
      { name: 'Sprejevi i kozmetika', pictures: ['spray'] },
      { name: 'Sijalice', pictures: ['bulb'] },
    ],
  },
]

/** A category, or a product in one, with the ids of its ancestors. */
interface Node {
  id: number
  catalogue_id: number | null
  ancestors: number[]
  name: string
  description: string | null
  is_visible: boolean
  product_id: number | null
  for?: string | undefined
}

/** The tree of the catalogue: categories first, then each product in the first category that matches. */
export function demoCatalogue(products: readonly ReturnType<typeof demoProducts>[number][]): Node[] {
  const categories: { category: CategoryRule; node: Node }[] = []
  const add = (category: CategoryRule, above?: Node) => {
    const node: Node = {
      id: categories.length + 1,
      catalogue_id: above?.id ?? null,
      product_id: null,
      for: category.for,
      name: category.name,
      description: category.description ?? null,
      is_visible: !category.isHidden,
      ancestors: above ? [...above.ancestors, above.id] : [],
    }
    categories.push({ category: category, node })
    for (const under of category.shelves ?? []) add(under, node)
  }
  for (const category of CATEGORY_RULES) add(category)
  const placed = products.flatMap(({ id, name, picture }) => {
    const matching = categories.find(
      ({ category: { pictures, like } }) => pictures?.includes(picture) && (!like || like.test(name)),
    )
    return matching ? [{ ...matching.node, product_id: id, name }] : []
  })
  return [
    ...categories.map(({ node }) => node),
    ...placed.map(
      ({ id, ancestors, name, product_id }, i): Node => ({
        id: categories.length + 1 + i,
        catalogue_id: id,
        ancestors: [...ancestors, id],
        name,
        description: null,
        is_visible: true,
        product_id,
      }),
    ),
  ]
}

import { categories } from './resources/categories.ts'
import { cities } from './resources/cities.ts'
import { countries } from './resources/countries.ts'

/** Every plain resource. The menu, the rights, the routes, the history and the generated tests are made from it. */
export const resources = { categories, countries, cities }

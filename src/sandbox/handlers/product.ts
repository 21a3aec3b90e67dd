import { DEFAULT_LANGUAGE } from '../ground/index.js'
import type { Handlers } from '../http/index.js'
import { listProducts, searchProducts } from '../products/index.js'
import { hotelOf } from '../property/index.js'

/** Interface: "Products". */
export const product = {
  'product.search': ({ body }, context) => searchProducts(body, context),
  'product.list': ({ body: { hotel_code, language = DEFAULT_LANGUAGE } }, context) => {
    const hotel = hotelOf(context, hotel_code, 'read')
    return { hotel_code, language, products: listProducts(context.store, hotel, language) }
  },
} satisfies Pick<Handlers, 'product.search' | 'product.list'>

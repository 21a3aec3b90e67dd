import { hotelOf } from '../property/access.js'
import type { Handlers } from '../http/handler.js'
import { DEFAULT_LANGUAGE } from '../ground/localized.js'
import { listProducts } from '../products/product-list.js'
import { searchProducts } from '../products/product-search.js'

/** Interface: "Products". */
export const product = {
  'product.search': ({ body }, context) => searchProducts(body, context),
  'product.list': ({ body: { hotel_code, language = DEFAULT_LANGUAGE } }, context) => {
    const hotel = hotelOf(context, hotel_code, 'read')
    return { hotel_code, language, products: listProducts(context.store, hotel, language) }
  },
} satisfies Pick<Handlers, 'product.search' | 'product.list'>

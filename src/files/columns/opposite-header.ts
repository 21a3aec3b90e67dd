import { plainWord } from '../values/index.js'

const NAME_CHARACTERS = 60
const OPEN = new Set(
  'open opened offen frei ouvert ouverte abierto abierta aperto aperta aberto aberta libre libero livre otwarte open? geoeffnet geoffnet verfugbar available bookable buchbar sellable onsale on_sale disponible disponibile disponivel isopen is_open isavailable is_available'.split(
    ' ',
  ),
)

/** True for the name of a column whose yes says the opposite of closed. */
export function saysOpen(name: string): boolean {
  const words = plainWord(name.slice(0, NAME_CHARACTERS)).split(/[\s_-]+/)
  return OPEN.has(words.join('')) || words.some((word) => OPEN.has(word))
}

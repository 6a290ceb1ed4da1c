/** One file of what a wall with courses needs, so that it loads at once. */
import '../../../i18n/courses'

export { DishesAhead } from './DishesAhead'
export { FireNote, HeldBelow, HeldCards, HeldCount } from './Held'
export { heldOf } from './held'

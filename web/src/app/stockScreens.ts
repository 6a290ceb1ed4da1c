/*
 * One file loads the screens of counts and stock: who opens one of them opens the other, and the start of the app names fewer
 * files.
 */
export { Counting, List as Counts, Review } from '../features/counts/screens'
export { Costs, Kardex, Movements, Productions, Stock, Use } from '../features/inventory/screens'

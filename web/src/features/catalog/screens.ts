/** What dishes are made with, in one file: the start of the app names fewer files. */
export { Screen as Areas } from './areas/AreasScreen'
export { Screen as Toppings } from './toppings/ToppingsScreen'

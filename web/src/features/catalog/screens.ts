/** One file loads the screens of what dishes are made with, so that the start of the app names fewer files. */
export { AreasScreen as Areas } from './areas/AreasScreen'
export { ToppingsScreen as Toppings } from './toppings/ToppingsScreen'

/** One file loads the screens of what dishes are made with, so that the start of the app names fewer files. */
export { Screen as Areas } from './areas/AreasScreen'
export { Screen as Toppings } from './toppings/ToppingsScreen'

/* One file serves all three screens: who counts looks at the list, too, and the start of the app names fewer files. */
export { Screen as Counting } from './counting/CountingScreen'
export { Screen as List } from './list/CountsScreen'
export { Screen as Review } from './review/ReviewScreen'

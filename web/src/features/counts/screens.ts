/* One file serves all three screens: who counts looks at the list, too, and the start of the app names fewer files. */
export { CountingScreen as Counting } from './counting/CountingScreen'
export { CountsScreen as List } from './list/CountsScreen'
export { CountReviewScreen as Review } from './review/CountReviewScreen'

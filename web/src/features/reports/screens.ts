/** The reports of the office in one file: who opens one opens the others, and the start of the app names fewer files. */
export { Screen as Books } from './books/BooksScreen'
export { Screen as Daily } from './daily/DailyReportScreen'
export { Screen as Register } from './register/RegisterScreen'
export { Screen as Sales } from './sales/SalesScreen'

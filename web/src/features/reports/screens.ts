/** The reports of the office in one file: who opens one opens the others, and the start of the app names fewer files. */
export { Screen as Books } from './books/BooksScreen'
export { Screen as Cancellations } from './cancellations/CancellationsScreen'
export { Screen as Cash } from './cash/CashReportScreen'
export { Screen as Daily } from './daily/DailyReportScreen'
export { Screen as Menu } from './menu/MenuScreen'
export { Screen as Methods } from './methods/MethodsScreen'
export { Screen as Register } from './register/RegisterScreen'
export { Screen as Sales } from './sales/SalesScreen'

/** One file loads the screens of cash boxes and their cycles: the start of the app names fewer files. */
export { Screen as Cashboxes } from './CashboxesScreen'
export { Screen as Close } from './CloseScreen'
export { Screen as Cycle } from './CycleScreen'
export { Screen as Cycles } from './CyclesScreen'
export { Screen as Monitor } from './monitor/MonitorScreen'
export { Screen as Movements } from './movements/MovementsScreen'

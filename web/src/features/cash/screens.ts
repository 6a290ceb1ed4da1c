/** Cash boxes and their cycles in one file: the start of the app names fewer files. */
export { Screen as Cashboxes } from './CashboxesScreen'
export { Screen as Close } from './CloseScreen'
export { Screen as Cycle } from './CycleScreen'
export { Screen as Cycles } from './CyclesScreen'
export { Screen as Monitor } from './monitor/MonitorScreen'
export { Screen as Movements } from './movements/MovementsScreen'

/** One file loads the screens of cash boxes and their cycles: the start of the app names fewer files. */
export { CashboxesScreen as Cashboxes } from './CashboxesScreen'
export { CloseCycleScreen as Close } from './CloseCycleScreen'
export { CycleScreen as Cycle } from './CycleScreen'
export { CyclesScreen as Cycles } from './CyclesScreen'
export { CashMonitorScreen as Monitor } from './monitor/CashMonitorScreen'
export { CashMovementsScreen as Movements } from './movements/CashMovementsScreen'

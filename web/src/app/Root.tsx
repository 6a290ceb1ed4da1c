import { RouteTransition } from './RouteTransition'

const office = ['/dashboard', '/printers', '/profile', '/cashbox-cycles']

/** The office keeps its menu standing while its pages change inside it. */
const screenOf = (path: string) => (office.includes(path) ? 'office' : path)

export function Root() {
  return <RouteTransition keyOf={screenOf} />
}

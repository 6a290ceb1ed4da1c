import { useMatches } from 'react-router'
import { RouteTransition } from './RouteTransition'

export const officeId = 'office'

/** The office keeps its menu standing while its pages change inside it. */
export function Root() {
  const inOffice = useMatches().some((match) => match.id === officeId)
  return <RouteTransition keyOf={(path) => (inOffice ? officeId : path)} />
}

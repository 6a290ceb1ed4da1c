import { useMatches } from 'react-router'
import { BackGuard } from '../ui/back'
import { RouteTransition } from './RouteTransition'

export const officeId = 'office'

/** The office keeps its menu standing while its pages change inside it. */
export function Root() {
  const inOffice = useMatches().some((match) => match.id === officeId)
  return (
    <>
      <BackGuard />
      <RouteTransition keyOf={(path) => (inOffice ? officeId : path)} />
    </>
  )
}

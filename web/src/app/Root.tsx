import { useMatches } from 'react-router'
import { useHouse } from '../session/house'
import { BackGuard } from '../ui/back'
import { RouteTransition } from './RouteTransition'

export const officeId = 'office'

/** The office keeps its menu standing while its pages change inside it. */
export function Root() {
  const inOffice = useMatches().some((match) => match.id === officeId)
  // What is shown was written by the clocks of before.
  const zone = useHouse((house) => house.time_zone)
  return (
    <>
      <BackGuard />
      <RouteTransition key={zone} keyOf={(path) => (inOffice ? officeId : path)} />
    </>
  )
}

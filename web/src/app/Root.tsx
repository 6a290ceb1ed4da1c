import { useMatches } from 'react-router'
import { useHouse } from '../session/house'
import { BackGuard } from '../ui/back'
import { RouteTransition } from './RouteTransition'

export const officeId = 'office'

/** The office keeps its menu standing while its pages change inside it. */
export function Root() {
  const inOffice = useMatches().some((match) => match.id === officeId)
  // Texts on the screen were written in the time zone of before, so a change of zone draws it anew.
  const zone = useHouse((house) => house.time_zone)
  return (
    <>
      <BackGuard />
      <RouteTransition key={zone} keyOf={(path) => (inOffice ? officeId : path)} />
    </>
  )
}

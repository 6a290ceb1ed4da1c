import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Account, Line, SaleCatalog } from '../../api/model'
import { useConnection } from '../../api/realtime'
import { placeOf } from '../../data/orders/place'
import { may } from '../../session/permissions'
import { useUser } from '../../session/session'
import { useShortcuts } from '../../ui/shortcuts'
import { useStepLine } from './accountMutations'
import { useDishTexts } from './allergy/useDishTexts'
import { useCourses } from './courses/useCourses'
import { accountTotalWith, unsentCount } from './picking'
import { lineOf } from './taps'
import { useAccountActions } from './useAccountActions'
import { useMenu, useShownProducts } from './useMenu'
import { useOrdering } from './useOrdering'
import { usePicking } from './usePicking'
import { useTaps } from './useTaps'

/** Returns the state and all actions of the order screen; null until account and catalog are loaded. */
export function useOrderScreen(id: number, request: Account | undefined, catalog: SaleCatalog | undefined) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const mayCollect = may(useUser(), 'collect')
  const online = useConnection((state) => state.online)
  const { view, show } = useOrdering()
  const taps = useTaps(id, request)
  const step = useStepLine(id)
  const menu = useMenu(request, catalog, view.category)
  const { courses, place, rush, setRush } = useCourses(request, catalog, taps, menu.category)
  const { finding, ...picking } = usePicking({ request, catalog, sold: menu.sold, taps, view, show, place })
  const products = useShownProducts(menu, catalog, finding.term)
  const closed = request?.closed_at != null
  const live = online && !closed
  const actions = useAccountActions({ id, request, taps, live, mayCollect, courses, onSent: show.sent })
  const { holdsOf, marksOf } = useDishTexts(request, catalog)
  const isIdle = view.panel === null
  useShortcuts({
    F2: isIdle && actions.send,
    F4: isIdle && actions.preBill,
    F8: isIdle && actions.collect,
    Escape: () => void navigate('/pos'),
  })

  if (!request || !catalog) return null
  return {
    request,
    catalog,
    place: placeOf(request, t),
    mayCollect,
    online,
    closed,
    /** The state of what is open, and the function that changes it. */
    view,
    show,
    taps,
    sending: taps.sending && online,
    /** What shows the account by courses; null where it has none. */
    courses,
    /** True while what is added leaves with the next sending, whatever its course. */
    rush,
    setRush,
    menu: { ...menu, ...products },
    finding,
    sums: accountTotalWith(request, taps.unsent, view.previewed),
    countOf: (productId: number) => unsentCount(taps.unsent, productId),
    building: view.panel?.kind === 'choices' && view.built ? lineOf(view.built, 0) : null,
    step: (line: Line, status: Line['status']) => {
      show.select(null)
      step.mutate({ line, status })
    },
    holdsOf,
    marksOf,
    /** Says that the dish of a line contains what the account must avoid. */
    lineHolds: (line: Line) => holdsOf(catalog.products.find(({ id }) => id === line.product_id)),
    ...picking,
    ...actions,
  }
}

export type OrderScreenState = NonNullable<ReturnType<typeof useOrderScreen>>

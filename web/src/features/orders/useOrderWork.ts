import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Line, Request, SaleCatalog, SaleProduct } from '../../api/model'
import { uuid } from '../../api/uuid'
import { mayCollect } from '../../app/roles'
import { centimos } from '../../ui/format'
import { useShortcuts } from '../../ui/shortcuts'
import { useUser } from '../people/session'
import { type Draft, lineOf, sumOf, withDrafts } from './account'
import { useStep } from './accountMutations'
import { hasChoices, needsChoices, priceOf, search } from './catalog'
import { useAddLine, useChangeLine, usePreBill, useSend } from './mutations'
import type { Panel } from './panels'
import { placeOf } from './place'
import { useDrafts } from './queries'
import { useProductSearch } from './useProductSearch'

/** Everything that happens on the order screen; null until account and catalogue are here. */
export function useOrderWork(id: number, request: Request | undefined, catalog: SaleCatalog | undefined) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const user = useUser()
  const drafts = useDrafts((state) => state.drafts)
  const [category, setCategory] = useState<number | null>(null)
  const [panel, setPanel] = useState<Panel | null>(null)
  const [built, setBuilt] = useState<Omit<Draft, 'id' | 'requestId'> | null>(null)
  const [selected, select] = useState<number | null>(null)
  const [sheet, setSheet] = useState(false)
  const finding = useProductSearch()
  const addLine = useAddLine(id)
  const change = useChangeLine(id)
  const sending = useSend(id)
  const preBill = usePreBill(id)
  const step = useStep(id)
  const unsent = useMemo(
    () =>
      withDrafts(
        request?.lines ?? [],
        drafts.filter((draft) => draft.requestId === id),
      ),
    [request, drafts, id],
  )
  const categories = useMemo(() => soldCategories(catalog), [catalog])
  const chosen = category ?? categories[0]?.id ?? null
  const shown = useMemo(() => {
    const products = catalog?.products ?? []
    return finding.term
      ? search(products, finding.term)
      : products.filter((each) => each.category_id === chosen)
  }, [catalog, finding.term, chosen])

  const open = (next: Panel) => {
    setSheet(false)
    setPanel(next)
  }
  const closePanel = () => {
    setPanel(null)
    setBuilt(null)
  }
  const add = (draft: Omit<Draft, 'id' | 'requestId'>) => {
    addLine(draft)
    closePanel()
    finding.stop()
  }
  const pick = (product: SaleProduct) => {
    if (!request || product.sold_out) return
    if (needsChoices(product)) setPanel({ kind: 'choices', product, line: null })
    else add({ product, unit: priceOf(product, request), qty: 1, variant: null, toppings: [], comment: '' })
  }
  const latestPick = useRef(pick)
  useEffect(() => {
    latestPick.current = pick
  })
  const send = () => {
    if (unsent.length > 0 && !sending.isPending) sending.mutate(uuid())
    select(null)
    setSheet(false)
  }
  const collect = () => {
    if (request && mayCollect(user) && request.lines.length > 0) void navigate(`/payment/${id}`)
  }
  const print = () => {
    if (!preBill.isPending) preBill.mutate(undefined)
  }
  const idle = panel === null
  useShortcuts({
    F2: idle && send,
    F4: idle && print,
    F8: idle && collect,
    Escape: idle && (finding.term ? finding.stop : () => void navigate('/pos')),
  })
  const stablePick = useCallback((product: SaleProduct) => latestPick.current(product), [])

  if (!request || !catalog) return null
  const known = sumOf(
    request.lines.filter((line) => unsent.some((each) => each.pending && each.id === line.id)),
  )
  return {
    request,
    catalog,
    unsent,
    shown,
    panel,
    selected,
    select,
    sheet,
    setSheet,
    categories,
    category: chosen,
    setCategory,
    place: placeOf(request, t),
    mayCollect: mayCollect(user),
    sending: sending.isPending,
    printing: preBill.isPending,
    partlyPaid: centimos(request.totals.paid) > 0,
    total: centimos(request.totals.due) + sumOf(unsent.filter((line) => line.pending)) - known,
    countOf: (productId: number) =>
      unsent.reduce((sum, line) => (line.product_id === productId ? sum + Number(line.qty) : sum), 0),
    add,
    change,
    send,
    collect,
    preBill: print,
    pick: stablePick,
    building: panel?.kind === 'choices' && built ? lineOf(built, 0) : null,
    build: setBuilt,
    finishChoices: (draft: Omit<Draft, 'id' | 'requestId'>) => {
      if (panel?.kind !== 'choices' || !panel.line) {
        add(draft)
        return
      }
      change({
        lineId: panel.line.id,
        qty: draft.qty,
        comment: draft.comment,
        variant_id: draft.variant?.id,
        toppings: draft.toppings.map(({ id: topping, quantity }) => ({ id: topping, quantity })),
      })
      closePanel()
    },
    hasOptions: (line: Line) =>
      catalog.products.some((each) => each.id === line.product_id && hasChoices(each)),
    openOptions: (line: Line) => {
      const product = catalog.products.find((each) => each.id === line.product_id)
      if (product) open({ kind: 'choices', product, line })
    },
    step: (line: Line, status: Line['status']) => {
      select(null)
      step.mutate({ line, status })
    },
    open,
    closePanel,
    term: finding.term,
    setTerm: finding.setTerm,
    searching: finding.open,
    startSearch: finding.start,
    stopSearch: finding.stop,
    searchRef: finding.ref,
    onSearchKey: (event: KeyboardEvent) => {
      // A bar code reader types the code and Enter; so does a person who sees one product left.
      const first = shown[0]
      if (event.key === 'Enter' && finding.term && first) {
        event.preventDefault()
        if (hasChoices(first) && event.shiftKey) setPanel({ kind: 'choices', product: first, line: null })
        else pick(first)
      }
      if (event.key === 'Escape') {
        event.preventDefault()
        finding.stop()
      }
    },
  }
}

/** Categories that have something to sell. */
const soldCategories = (catalog: SaleCatalog | undefined) =>
  catalog?.categories.filter((each) => catalog.products.some((product) => product.category_id === each.id)) ??
  []

export type OrderWork = NonNullable<ReturnType<typeof useOrderWork>>

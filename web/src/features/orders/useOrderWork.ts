import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Line, Request, SaleCatalog, SaleProduct, Totals, Variant } from '../../api/model'
import { useConnection } from '../../api/realtime'
import { may } from '../../session/permissions'
import { useUser } from '../../session/session'
import { centimos, priceCentimos } from '../../ui/format'
import { useShortcuts } from '../../ui/shortcuts'
import { showToast } from '../../ui/toasts'
import { isSent, sumOf } from './account'
import { useStep } from './accountMutations'
import {
  askedFor,
  asksOf,
  hasChoices,
  isSoldOut,
  lineVariant,
  nowOf,
  partsOf,
  priceOf,
  search,
  soldTo,
} from './catalog'
import { builtOf } from './deliver'
import { usePreBill } from './mutations'
import { idle } from './outbox'
import type { Panel } from './panels'
import { placeOf } from './place'
import { type Built, lineOf } from './taps'
import { useProductSearch } from './useProductSearch'
import { useTaps } from './useTaps'

/** Everything that happens on the order screen; null until account and catalogue are here. */
export function useOrderWork(id: number, request: Request | undefined, catalog: SaleCatalog | undefined) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const user = useUser()
  const online = useConnection((state) => state.online)
  const [category, setCategory] = useState<number | null>(null)
  const [panel, setPanel] = useState<Panel | null>(null)
  const [built, setBuilt] = useState<Built | null>(null)
  const [selected, select] = useState<number | null>(null)
  const [sheet, setSheet] = useState(false)
  const [dialog, openDialog] = useState<'history' | 'request' | 'handOver' | null>(null)
  const [taking, setTaking] = useState<Record<number, number>>({})
  const [previewed, setPreviewed] = useState<Totals | null>(null)
  const taps = useTaps(id, request)
  const preBill = usePreBill(id)
  const step = useStep(id)
  const { unsent } = taps
  const closed = request?.closed_at != null
  const { type, delivery_app = false } = request ?? {}
  const menu = useMemo(
    () => (catalog && type ? soldTo(catalog, { type, delivery_app }) : undefined),
    [catalog, type, delivery_app],
  )
  const categories = useMemo(() => soldCategories(menu), [menu])
  const chosen = category ?? categories[0]?.id ?? null

  const open = (next: Panel) => {
    setSheet(false)
    setPanel(next)
  }
  const closePanel = () => {
    setPanel(null)
    setBuilt(null)
    setTaking({})
    setPreviewed(null)
  }
  const add = (line: Built) => {
    if (!closed) taps.add(line)
    closePanel()
    finding.stop()
  }
  const choose = (product: SaleProduct, qty: number) => open({ kind: 'choices', product, line: null, qty })
  const pick = (product: SaleProduct, qty = 1, variant: Variant | null = null) => {
    if (!request || !catalog || closed || product.sold_out) return
    const shut = nowOf(product, request)?.closed
    if (shut) {
      showToast('warning', t('orders.notNow', { name: product.name }), shut.text)
      return
    }
    // A code of a variant answers what the product asks.
    if (asksOf(product, catalog).length > (variant ? 1 : 0)) return choose(product, qty)
    const unit = priceOf(product, request) + priceCentimos(variant?.additional_amount)
    add({ ...plainOf(product, catalog), qty, unit, variant: variant && lineVariant(variant) })
  }
  const finding = useProductSearch(menu, catalog?.products, pick, (product, qty) => {
    if (catalog && hasChoices(product, catalog)) choose(product, qty)
    else pick(product, qty)
  })
  const shown = useMemo(() => {
    const products = menu?.products ?? []
    return finding.term
      ? search(products, askedFor(finding.term).words)
      : products.filter((each) => each.category_id === chosen)
  }, [menu, finding.term, chosen])
  /** What the search finds of the house that this account may not be sold. */
  const kept =
    finding.term && shown.length === 0
      ? search(catalog?.products ?? [], askedFor(finding.term).words)[0]
      : undefined
  const latestPick = useRef(pick)
  useEffect(() => {
    latestPick.current = pick
  })
  const stablePick = useCallback((product: SaleProduct) => latestPick.current(product), [])

  const live = online && !closed
  const send = () => {
    if (live && unsent.length > 0 && !taps.sending) taps.sendAll()
    select(null)
    setSheet(false)
  }
  const collect = () => {
    if (live && may(user, 'collect') && (request?.lines.length || unsent.length)) {
      // What was tapped a moment ago belongs to the bill.
      void idle(id).then(() => navigate(`/payment/${id}`))
    }
  }
  const print = () => {
    if (live && !preBill.isPending) void idle(id).then(preBill.print)
  }
  const isIdle = panel === null
  useShortcuts({
    F2: isIdle && send,
    F4: isIdle && print,
    F8: isIdle && collect,
    Escape: isIdle && (finding.term ? finding.stop : () => void navigate('/pos')),
  })

  if (!request || !catalog) return null
  const known = sumOf(request.lines.filter((line) => !isSent(line) && line.status !== 'DISMISSED'))
  return {
    request,
    catalog,
    unsent,
    shown,
    kept,
    panel,
    selected,
    select,
    sheet,
    setSheet,
    categories,
    category: chosen,
    setCategory,
    place: placeOf(request, t),
    mayCollect: may(user, 'collect'),
    online,
    closed,
    notices: taps.notices,
    waiting: taps.waiting,
    sending: taps.sending && online,
    printing: preBill.isPending,
    partlyPaid: centimos(request.totals.paid) > 0,
    subtotal: centimos(request.totals.subtotal) + sumOf(unsent) - known,
    total: centimos((previewed ?? request.totals).due) + sumOf(unsent) - known,
    countOf: (productId: number) =>
      unsent.reduce((sum, line) => (line.product_id === productId ? sum + Number(line.qty) : sum), 0),
    add,
    change: taps.change,
    remove: taps.remove,
    /** The same once more, as it was; for what it costs now. */
    repeat: (line: Line) => {
      select(null)
      add(builtOf(line))
    },
    send,
    collect,
    preBill: print,
    pick: stablePick,
    building: panel?.kind === 'choices' && built ? lineOf(built, 0) : null,
    build: setBuilt,
    finishChoices: (done: Built) => {
      if (panel?.kind !== 'choices' || !panel.line) {
        add(done)
        return
      }
      if (choicesKey(panel.line.combo_has_product) !== choicesKey(done.parts)) {
        // A combo's dishes are chosen as it is added: another choice is another line.
        taps.remove(panel.line)
        add(done)
        return
      }
      const { qty, comment, variant, toppings } = done
      taps.change(panel.line, { qty, comment, toppings, ...(variant ? { variant } : {}) })
      closePanel()
    },
    soldOut: (line: Line) => isSoldOut(line, catalog),
    hasOptions: (line: Line) =>
      catalog.products.some((each) => each.id === line.product_id && hasChoices(each, catalog)),
    openOptions: (line: Line) => {
      const product = (menu ?? catalog).products.find((each) => each.id === line.product_id)
      if (product) open({ kind: 'choices', product, line })
    },
    step: (line: Line, status: Line['status']) => {
      select(null)
      step.mutate({ line, status })
    },
    open,
    closePanel,
    /** How many of which sent line the open panel would take back. */
    taking,
    setTaking,
    /** What the account would come to with what the open panel puts together. */
    previewed,
    setPreviewed,
    dialog,
    openDialog,
    term: finding.term,
    setTerm: finding.setTerm,
    unknownCode: finding.unknownCode,
    searching: finding.open,
    startSearch: finding.start,
    stopSearch: finding.stop,
    searchRef: finding.ref,
    onSearchKey: finding.onKeyDown,
  }
}

const choicesKey = (parts: Line['combo_has_product']) =>
  parts
    .flatMap((part) => Array<number>(Number(part.quantity)).fill(part.variant?.variant_id ?? 0))
    .sort((a, b) => a - b)
    .join()

/** A product without any choice. */
const plainOf = (product: SaleProduct, catalog: SaleCatalog): Omit<Built, 'unit' | 'qty'> => ({
  product,
  parts: partsOf(product, catalog),
  variant: null,
  toppings: [],
  comment: '',
})

/** Categories that have something to sell. */
const soldCategories = (catalog: SaleCatalog | undefined) =>
  catalog?.categories.filter((each) => catalog.products.some((product) => product.category_id === each.id)) ??
  []

export type OrderWork = NonNullable<ReturnType<typeof useOrderWork>>

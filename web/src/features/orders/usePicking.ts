import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Account, Line, SaleCatalog, SaleProduct, Variant } from '../../api/model'
import { commentsOf, hasChoices, isForgotten, isSoldOut } from '../../data/orders/catalog'
import { measuredUnit } from '../../ui/measure'
import { showToast } from '../../ui/toasts'
import { builtOf } from './deliver'
import type { Panel } from './panels'
import { finishPick, pickProduct } from './picking'
import { type BuiltLine, lineOf } from './taps'
import type { useOrdering } from './useOrdering'
import { useProductSearch } from './useProductSearch'
import type { useTaps } from './useTaps'

/** The notice stands long enough (ms) to see what was removed and to reach for its button. */
const undoMs = 6000

interface Props extends ReturnType<typeof useOrdering> {
  request: Account | undefined
  catalog: SaleCatalog | undefined
  /** This is the part of the catalog that may be sold on this account. */
  sold: SaleCatalog | undefined
  taps: ReturnType<typeof useTaps>
  /** Puts a new line into its course. */
  place: (line: BuiltLine) => BuiltLine
}

/** Returns the ways to put a product on the account: a tap, a search, a scan, choices, or the same again. */
export function usePicking({ request, catalog, sold, taps, view, show, place }: Props) {
  const { t } = useTranslation()
  /** Says that a dish was not added because another one was chosen before its options. */
  const leaveChoices = (next: Panel | null) => {
    const left = view.panel
    if (left?.kind !== 'choices' || left.line !== null) return
    if (next?.kind === 'choices' && next.product.id === left.product.id) return
    showToast('warning', t('orders.notAdded', { name: left.product.name }), undefined, undoMs, {
      label: t('orders.goOnChoosing'),
      run: () => show.open(left),
    })
  }
  const open = (panel: Panel) => {
    leaveChoices(panel)
    show.open(panel)
  }
  const put = (line: BuiltLine) => {
    if (request?.closed_at == null) taps.add(place(line))
    show.closePanel()
    finding.stop()
  }
  const add = (line: BuiltLine) => {
    leaveChoices(null)
    put(line)
  }
  const choose = (product: SaleProduct, qty: number, grams?: number, variant?: Variant | null) =>
    open({ kind: 'choices', product, line: null, qty, grams, variant })
  const pick = (product: SaleProduct, qty = 1, variant: Variant | null = null, grams?: number) => {
    if (!request || !catalog) return
    const pick = pickProduct({ request, catalog }, product, qty, variant)
    if (pick.what === 'notNow') showToast('warning', t('orders.notNow', { name: product.name }), pick.text)
    if (pick.what === 'choices') choose(product, qty, grams, variant)
    if (pick.what === 'add') add(pick.line)
  }
  const productOf = (line: Line, among = catalog) =>
    among?.products.find((each) => each.id === line.product_id)
  const finding = useProductSearch(
    sold,
    catalog?.products,
    pick,
    (product, qty) => {
      if (catalog && hasChoices(product, catalog)) choose(product, qty)
      else pick(product, qty)
    },
    (product, grams) => pick(product, 1, null, grams),
  )
  return {
    finding,
    add,
    open,
    /** The function stays the same while the screen is drawn again: there are many tiles. */
    pick: useStable((product: SaleProduct) => pick(product)),
    /** Adds the same line once more, at its present price; another piece of what is sold by weight is weighed. */
    repeat: (line: Line) => {
      show.select(null)
      const product = measuredUnit(line) ? productOf(line, sold ?? catalog) : undefined
      if (product) pick(product)
      else add({ ...builtOf(line), hold: null })
    },
    /** Removes an unsent line, and offers to put it back: its button is beside others that are tapped in a hurry. */
    removeLine: (line: Line) => {
      taps.remove(line)
      showToast('success', t('orders.removed', { name: line.name }), undefined, undoMs, {
        label: t('orders.undo'),
        // Anything that was opened meanwhile stays open.
        run: () => taps.add(builtOf(line)),
      })
    },
    finishChoices: (done: BuiltLine) => {
      const then = finishPick(view.panel, done)
      if (then.what === 'replace') taps.remove(then.old)
      if (then.what !== 'change') return put(then.line)
      taps.change(then.old, then.set)
      show.closePanel()
    },
    soldOut: (line: Line) => !!catalog && isSoldOut(line, catalog),
    forgotten: (line: Line) => !!catalog && isForgotten(line, catalog),
    hasOptions: (line: Line) =>
      !!catalog?.products.some((each) => each.id === line.product_id && hasChoices(each, catalog)),
    comments: (line: Line) => {
      const product = productOf(line)
      return product && catalog ? commentsOf(product, catalog) : []
    },
    /** Opens a dish that was refused with all that was chosen of it; undefined where there is nothing to choose. */
    chooseAgain: (built: BuiltLine) => {
      const from = lineOf(built, 0)
      const product = productOf(from, sold)
      return product && catalog && (measuredUnit(product) || hasChoices(product, catalog))
        ? () => open({ kind: 'choices', product, line: null, from })
        : undefined
    },
    openOptions: (line: Line) => {
      const product = productOf(line, sold ?? catalog)
      if (product) open({ kind: 'choices', product, line })
    },
  }
}

function useStable<T>(latest: (value: T) => void): (value: T) => void {
  const kept = useRef(latest)
  useEffect(() => {
    kept.current = latest
  })
  return useCallback((value: T) => kept.current(value), [])
}

import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { fieldErrors, isApiError } from '../../../api/errors'
import type { PurchaseRow } from '../../../api/model'
import { usePaymentsConfig } from '../../../data/payments/queries'
import { useLastPrices } from '../../../data/purchases/prices'
import { today } from '../../../ui/format'
import { showToast } from '../../../ui/toasts'
import { useScanner } from '../../../ui/useScanner'
import { dateOf, keyOf, maxLines, missingOf, type PurchaseDraft, percentOf, purchaseSums } from '../draft'
import { attachKept } from '../from-xml/keptFile'
import { type Bought, findByCode } from '../items'
import { togglePriceOrTotal } from '../lines'
import { purchaseBody } from '../purchaseBody'
import { useBuyables, useCreatePurchase, usePaperRules } from '../queries'
import { useNamedItem } from './useNamedItem'
import { usePurchaseDraft } from './usePurchaseDraft'

/** The name of the field that gets the focus next: one of a line by its index, or one of the page. */
type Target = string

const fieldAt = (target: Target) => document.querySelector<HTMLElement>(`[data-at="${target}"]`)

/** Maps the server's names of fields that have another name here. */
const serverNames: Record<string, string> = {
  provider: 'provider_id',
  paper: 'total',
  terms: 'quotes',
  aside: 'set_aside',
  igvOf: 'igv',
  source: 'payment',
  payment_option: 'payment',
}
/** These fields identify a document. */
const ofPaper = ['provider', 'document', 'serie', 'number'] as const

/** Returns the state and all actions of the page of a new purchase. */
export function useNewPurchase() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const work = usePurchaseDraft()
  const { draft, change, changeLine } = work
  const stock = useBuyables()
  const prices = useLastPrices(draft.lines.map(keyOf)).data ?? []
  const config = usePaymentsConfig().data
  const now = today()
  const rules = usePaperRules(dateOf(draft, now), draft.document).data
  const rate = percentOf(draft, Number(rules?.igv_percent ?? 0))
  // Only a factura states the IGV separately.
  const igvPercent = draft.document === 'FACTURA' && !draft.include_igv ? rate : 0
  const [active, setActive] = useState<number | null>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [twin, setTwin] = useState<PurchaseRow | null>(null)
  // Lines that came from the list of what to buy lack only the provider.
  const wanted = useRef<Target | null>(draft.lines.length > 0 && !draft.provider ? 'provider' : null)

  // The field may exist only after this render.
  useEffect(() => {
    const field = wanted.current && fieldAt(wanted.current)
    if (!field) return
    wanted.current = null
    field.focus()
  })
  const [, redraw] = useState(0)
  const go = useCallback((target: Target) => {
    wanted.current = target
    redraw((count) => count + 1)
  }, [])
  const goToLine = useCallback(
    (at: number, field: 'quantity' | 'price') => {
      setActive(at)
      go(`${at}.${field}`)
    },
    [go],
  )
  const goToSearch = useCallback(() => {
    setActive(null)
    go('search')
  }, [go])

  const say = (key: 'twice' | 'tooMany' | 'unknownCode') =>
    showToast('warning', t(`purchases.${key}`, { max: maxLines }))

  const add = (item: Bought, to: PurchaseDraft = draft) => {
    const there = to.lines.findIndex((line) => keyOf(line) === keyOf(item))
    if (there >= 0) {
      say('twice')
      goToLine(there, 'quantity')
      return
    }
    if (to.lines.length >= maxLines) return say('tooMany')
    const { item_type, item_id, name, own_id } = item
    const line = { item_type, item_id, name, own_id, measurement_id: own_id }
    change({ lines: [...to.lines, { ...line, quantity: '', by: 'price', price: '', total: '' }] })
    goToLine(to.lines.length, 'quantity')
  }
  useNamedItem(stock.items, add)
  useScanner(
    () => draft,
    (code, before) => {
      const item = findByCode(stock.items, code)
      if (!item) return false
      work.restore(before)
      add(item, before)
      return true
    },
  )

  const forget = (begins: string) =>
    setErrors((now) =>
      Object.fromEntries(
        Object.entries(now).filter(([name]) => name !== begins && !name.startsWith(`${begins}.`)),
      ),
    )
  const remove = (at: number) => {
    change({ lines: draft.lines.filter((_, index) => index !== at) })
    forget('items')
    goToSearch()
  }

  const { total, igv, goods } = purchaseSums(draft, igvPercent)
  const hasCycle = config ? config.cycle !== null && config.cycle !== undefined : null
  const missing = missingOf(draft, { total, today: now, hasCycle })

  const create = useCreatePurchase((number, id) => {
    attachKept(id, draft.file)
    work.drop()
    showToast('success', t('purchases.created'), number)
    void navigate('/purchase')
  })
  const save = () => {
    if (create.isPending) return
    if (missing) {
      const line = 'line' in missing ? missing.line : null
      if (line === null) go(missing.why)
      else goToLine(line, missing.why === 'quantity' ? 'quantity' : 'price')
      const name = 'name' in missing ? missing.name : ''
      showToast('warning', t(`purchases.missing.${missing.why}`, { name }))
      return
    }
    setTwin(null)
    create.mutate(purchaseBody(draft, total, now), {
      onError: (error) => {
        const found = fieldErrors(error)
        setErrors(found)
        if (isApiError(error) && error.code === 'already_exists') {
          setTwin((error.body.current as PurchaseRow | null | undefined) ?? null)
          go('number')
        }
        const line = Object.keys(found)
          .find((name) => name.startsWith('items.'))
          ?.split('.')[1]
        if (line !== undefined) goToLine(Number(line), 'quantity')
      },
    })
  }

  return {
    ...work,
    /** The errors of fields that are changed are dropped. */
    changeField: (part: Partial<PurchaseDraft>) => {
      for (const name of Object.keys(part)) forget(serverNames[name] ?? name)
      if (ofPaper.some((name) => name in part)) setTwin(null)
      // Another day has other months to choose from.
      change('date' in part ? { period: '', ...part } : part)
    },
    changeLine: (at: number, part: Partial<PurchaseDraft['lines'][number]>) => {
      forget(`items.${at}`)
      changeLine(at, (line) => ({ ...line, ...part }))
    },
    stock,
    prices,
    config,
    igvPercent,
    igvRate: rate,
    rules,
    sums: { total, igv, goods },
    today: now,
    missing,
    hasCycle,
    active,
    setActive,
    errors,
    twin,
    saving: create.isPending,
    go,
    goToLine,
    goToSearch,
    add,
    unknown: () => say('unknownCode'),
    remove,
    toggle: () => {
      if (active !== null) changeLine(active, togglePriceOrTotal)
    },
    save,
  }
}

export type NewPurchaseState = ReturnType<typeof useNewPurchase>

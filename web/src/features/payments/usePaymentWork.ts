import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Payment, PaymentInfo, PaymentOption, PaymentsConfig, RequestClient } from '../../api/model'
import { house } from '../../session/house'
import { centimos, decimal, money } from '../../ui/format'
import { typeKey } from '../../ui/NumericPad'
import { balanceOf, dueOf, isQuoted, isUnchosen, type Split, splitOf, type Tender, withNote } from './due'
import { inForce, readChosen, writeChosen } from './handouts'
import type { PaymentBody } from './queries'
import { useCollect } from './useCollect'

const FACTURA = 2
const BOLETA = 1

/** One payment in the making: what is covered, how it is paid, on which document. */
export function usePaymentWork(
  info: PaymentInfo,
  config: PaymentsConfig,
  requestClient: RequestClient | null,
) {
  const { t } = useTranslation()
  const cash = config.payment_options.find((option) => option.is_cash) ?? config.payment_options[0]
  const [split, setSplit] = useState<Split>(() => splitOf(info))
  const [tenders, setTenders] = useState<Tender[]>(() => (cash ? [emptyTender(cash)] : []))
  const [active, setActive] = useState(0)
  const [field, setField] = useState<'amount' | 'operation'>('amount')
  // The next digit starts anew after a quick amount or a change of method.
  const [fresh, setFresh] = useState(true)
  const [client, setClient] = useState<RequestClient | null>(requestClient)
  const [typeId, setTypeId] = useState(() => firstType(config, requestClient))
  const [byConsumption, setByConsumption] = useState(false)
  const [print, setPrint] = useState(true)
  const [chosen, setChosen] = useState(readChosen)
  const [paid, setPaid] = useState<Payment | null>(null)
  const promotions = inForce(chosen, config.promotions)

  const startOver = (next: Split) => {
    setSplit(next)
    setTenders(cash ? [emptyTender(cash)] : [])
    setActive(0)
    setField('amount')
    setFresh(true)
  }
  const collecting = useCollect(info.client_request_id, (payment) => {
    setPaid(payment)
    // The next part is ready at once: who shares by three goes on sharing by three, who pays by lines by lines.
    startOver(nextSplit(split))
    // and is most likely another person's.
    setClient(requestClient)
    setTypeId(firstType(config, requestClient))
  })

  // Until somebody says what this person pays, all that is due is shown.
  const unchosen = isUnchosen(split) && centimos(info.total) > 0
  const due = unchosen ? centimos(info.total) : dueOf(info, split)
  const balance = balanceOf(due, tenders, config.cash_rounding)
  const change = (index: number, part: Partial<Tender>) =>
    setTenders((now) => now.map((tender, at) => (at === index ? { ...tender, ...part } : tender)))
  const missingFor = (index: number) =>
    Math.max(0, due - tenders.reduce((sum, each, at) => (at === index ? sum : sum + centimos(each.text)), 0))

  const chooseMethod = (option: PaymentOption) => {
    // Its amount is already there; what is missing is the number on the phone or voucher.
    setField(option.asks_operation_number ? 'operation' : 'amount')
    setFresh(true)
    const known = tenders.findIndex((tender) => tender.option.id === option.id)
    if (known >= 0) {
      setActive(known)
      return
    }
    const current = tenders[active]
    // A method that has no amount yet is exchanged; one that has is kept, and the rest is paid with the new one.
    const next = current && centimos(current.text) === 0 ? tenders.filter((_, at) => at !== active) : tenders
    const rest = Math.max(0, due - next.reduce((sum, each) => sum + centimos(each.text), 0))
    setTenders([...next, { ...emptyTender(option), text: option.is_cash || rest === 0 ? '' : decimal(rest) }])
    setActive(next.length)
  }
  const press = (key: string) => {
    const current = tenders[active]
    if (!current) return
    if (field === 'operation') {
      if (key === 'Delete') change(active, { operation: '' })
      else if (key === 'Backspace') change(active, { operation: current.operation.slice(0, -1) })
      else if (/^\d$/.test(key)) change(active, { operation: current.operation + key })
      return
    }
    // What was not typed digit by digit is not taken back digit by digit either.
    change(active, { text: typeKey(fresh ? '' : current.text, key), notes: [] })
    setFresh(false)
  }
  const addNote = (note: string) => {
    const current = tenders[active]
    if (current) change(active, withNote(current, note))
    setFresh(true)
  }
  const setAmount = (text: string) => {
    change(active, { text, notes: [] })
    setFresh(true)
  }
  const pickClient = (chosen: RequestClient | null) => {
    setClient(chosen)
    // A RUC asks for a factura; without one there is none.
    if (chosen?.document_type === 'RUC') setTypeId(FACTURA)
    else if (typeId === FACTURA) setTypeId(BOLETA)
  }

  const maxUnnamed = centimos(house().max_unnamed_boleta)
  const lacksName = typeId === BOLETA && due > maxUnnamed && !client?.document_number
  const blocked = (() => {
    if (!config.cycle) return t('payments.noCycle')
    if (unchosen || (due <= 0 && centimos(info.total) > 0)) return t('payments.nothingChosen')
    if (typeId === FACTURA && client?.document_type !== 'RUC') return t('payments.needsRuc')
    if (lacksName) return t('payments.needsClient', { amount: money(maxUnnamed) })
    if (balance.excess) return t('payments.excess')
    if (balance.missing > 0) return t('payments.notEnough')
    const unnumbered = tenders.find(lacksNumber)
    if (unnumbered) return t('payments.needsOperation', { name: unnumbered.option.name })
    return null
  })()

  const collect = () => {
    if (blocked || collecting.step !== 'idle' || info.is_paid) return
    setPaid(null)
    collecting.collect(
      bodyOf({ info, split, tenders, typeId, client, byConsumption, print, due, promotions }),
    )
  }

  return {
    split,
    setSplit: (next: Split) => {
      setSplit(next)
      setTenders((now) => now.map((tender) => ({ ...tender, text: '', notes: [] })))
      setFresh(true)
      collecting.forgive()
    },
    tenders,
    active,
    field,
    setField,
    due,
    /** Nobody has said yet what this person pays. */
    unchosen,
    balance,
    client,
    typeId,
    setTypeId,
    byConsumption,
    setByConsumption,
    print,
    setPrint,
    blocked,
    promotions,
    setPromotions: (ids: number[]) => {
      setChosen(ids)
      writeChosen(ids)
    },
    collecting,
    /** Something was chosen or typed that leaving the screen would lose. */
    begun:
      JSON.stringify(split) !== JSON.stringify(splitOf(info)) ||
      tenders.some((tender) => tender.text !== '' || tender.operation !== ''),
    /** The last payment taken here, until the next one. */
    paid,
    close: () => setPaid(null),
    chooseMethod,
    press,
    addNote,
    exact: () => setAmount(decimal(missingFor(active))),
    activate: (index: number) => {
      setActive(index)
      setField('amount')
      setFresh(true)
    },
    remove: (index: number) => {
      if (tenders.length === 1) change(index, { text: '', notes: [], operation: '' })
      else setTenders((now) => now.filter((_, at) => at !== index))
      setActive(0)
    },
    setOperation: (operation: string) => change(active, { operation }),
    pickClient,
    /** A click on why it is blocked leads to the client, where that is what is missing. */
    wantsClient: (typeId === FACTURA && client?.document_type !== 'RUC') || lacksName,
    nextMethod: () => {
      const at = config.payment_options.findIndex((option) => option.id === tenders[active]?.option.id)
      const next = config.payment_options[(at + 1) % config.payment_options.length]
      if (next) chooseMethod(next)
    },
    nextType: () => {
      const at = config.billing_types.findIndex((type) => type.id === typeId)
      const next = config.billing_types[(at + 1) % config.billing_types.length]
      if (next) setTypeId(next.id)
    },
    collect,
  }
}

export type PaymentWork = ReturnType<typeof usePaymentWork>

function firstType(config: PaymentsConfig, client: RequestClient | null): number {
  if (client?.document_type === 'RUC') return FACTURA
  return config.billing_types.find((type) => type.id === BOLETA)?.id ?? config.billing_types[0]?.id ?? BOLETA
}

const emptyTender = (option: PaymentOption): Tender => ({ option, text: '', notes: [], operation: '' })

const lacksNumber = (tender: Tender) =>
  tender.option.asks_operation_number && centimos(tender.text) > 0 && !tender.operation.trim()

interface Parts {
  info: PaymentInfo
  split: Split
  tenders: Tender[]
  typeId: number
  client: RequestClient | null
  byConsumption: boolean
  print: boolean
  due: number
  promotions: number[]
}

const nextSplit = (split: Split): Split => {
  if (split.mode === 'equal') return split
  return split.mode === 'lines' ? { mode: 'lines', units: {} } : { mode: 'all' }
}

export function bodyOf({
  info,
  split,
  tenders,
  typeId,
  client,
  byConsumption,
  print,
  due,
  promotions,
}: Parts): PaymentBody {
  const used = tenders.filter((tender) => centimos(tender.text) > 0)
  const operations = used.filter((tender) => tender.operation)
  return {
    client_request_id: info.client_request_id,
    payment_options: Object.fromEntries(used.map((each) => [each.option.name, decimal(centimos(each.text))])),
    operation_numbers: operations.length
      ? Object.fromEntries(operations.map((each) => [each.option.name, each.operation]))
      : undefined,
    billing_type_id: typeId,
    client_id: client?.id,
    by_consumption: byConsumption || undefined,
    print,
    promotion_ids: print && promotions.length ? promotions : undefined,
    // What is only estimated here is not held against the server's reckoning.
    expected_total: isQuoted(info, split) ? decimal(due) : undefined,
    ...(split.mode === 'lines'
      ? {
          products: Object.entries(split.units)
            .filter(([, units]) => units > 0)
            .map(([id, units]) => ({ id: Number(id), qty: String(units) })),
        }
      : {}),
    ...(split.mode === 'equal' ? { share: { of: split.of } } : {}),
    ...(split.mode === 'amount' ? { amount: decimal(due) } : {}),
  }
}

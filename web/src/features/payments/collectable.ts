/** These pure functions add up a payment in the making, and say why it cannot be collected yet and what is sent when it can. */

import { creditOf, instalmentsOf, isAgreed, usualTerms } from '../../data/payments/credit'
import type { PaymentBody } from '../../data/payments/queries'
import { centimos, decimal, today } from '../../ui/format'
import { type Balance, balanceOf, isQuoted, type Split, type Tender } from './due'
import { seriesOfPaper } from './paper'
import { amountDue, BOLETA, FACTURA, type Facts, isMailed, isSplitOpen, type Paying } from './paying'

export type CollectBlock =
  | {
      why:
        | 'noCycle'
        | 'nothingChosen'
        | 'needsRuc'
        | 'needsDebtor'
        | 'needsTerms'
        | 'needsPaperNumber'
        | 'excess'
        | 'notEnough'
    }
  | { why: 'needsClient'; amount: number }
  | { why: 'needsOperation'; name: string }

export interface Sums {
  due: number
  balance: Balance
  /** The reason why it cannot be collected now; null when it can. */
  block: CollectBlock | null
  /** True when the client is what is missing. */
  wantsClient: boolean
}

export function sumUp(facts: Facts, now: Paying): Sums {
  const due = amountDue(facts, now)
  const balance = balanceOf(due, now.tenders, facts.config.cash_rounding)
  return {
    due,
    balance,
    block: blockOf(facts, now, due, balance),
    wantsClient: lacksRuc(now) || lacksName(facts, now, due) || lacksDebtor(now),
  }
}

const lacksRuc = ({ typeId, client }: Paying) => typeId === FACTURA && client?.document_type !== 'RUC'

const lacksName = ({ maxUnnamed }: Facts, { typeId, client }: Paying, due: number) =>
  typeId === BOLETA && due > maxUnnamed && !client?.document_number

const lacksDebtor = ({ client, tenders }: Paying) => creditOf(tenders) > 0 && !client?.document_number

const lacksTerms = ({ terms, tenders }: Paying) => {
  const owed = creditOf(tenders)
  return owed > 0 && !isAgreed(terms ?? usualTerms(today()), owed, today())
}

function blockOf(facts: Facts, now: Paying, due: number, balance: Balance): CollectBlock | null {
  if (!facts.config.cycle) return { why: 'noCycle' }
  if (isSplitOpen(facts, now) || (due <= 0 && centimos(facts.info.total) > 0)) return { why: 'nothingChosen' }
  if (lacksRuc(now)) return { why: 'needsRuc' }
  if (lacksName(facts, now, due)) return { why: 'needsClient', amount: facts.maxUnnamed }
  if (lacksDebtor(now)) return { why: 'needsDebtor' }
  if (seriesOfPaper(facts.config, now) && !Number(now.paper?.number)) return { why: 'needsPaperNumber' }
  if (balance.excess) return { why: 'excess' }
  if (balance.missing > 0) return { why: 'notEnough' }
  if (lacksTerms(now)) return { why: 'needsTerms' }
  const unnumbered = now.tenders.find(lacksNumber)
  return unnumbered ? { why: 'needsOperation', name: unnumbered.option.name } : null
}

const lacksNumber = (tender: Tender) =>
  tender.option.asks_operation_number && centimos(tender.text) > 0 && !tender.operation.trim()

export function paymentBody(
  { info, config }: Facts,
  now: Paying,
  due: number,
  promotions: number[],
): PaymentBody {
  const { split, print } = now
  const used = now.tenders.filter((tender) => centimos(tender.text) > 0)
  const owed = creditOf(used)
  const operations = used.filter((tender) => tender.operation)
  return {
    client_request_id: info.client_request_id,
    payment_options: Object.fromEntries(used.map((each) => [each.option.name, decimal(centimos(each.text))])),
    operation_numbers: operations.length
      ? Object.fromEntries(operations.map((each) => [each.option.name, each.operation]))
      : undefined,
    billing_type_id: now.typeId,
    client_id: now.client?.id,
    email: (isMailed(now) && !seriesOfPaper(config, now) && now.email.trim()) || undefined,
    by_consumption: now.byConsumption || undefined,
    print,
    contingency: paperOf(config, now),
    instalments: owed > 0 ? instalmentsOf(now.terms ?? usualTerms(today()), owed) : undefined,
    promotion_ids: print && promotions.length ? promotions : undefined,
    // An amount that is only estimated here is not compared with the server's.
    expected_total: isQuoted(info, split) ? decimal(due) : undefined,
    ...partOf(split, due),
  }
}

function paperOf(config: Facts['config'], now: Paying): PaymentBody['contingency'] {
  const series = seriesOfPaper(config, now)
  if (!series || !now.paper) return undefined
  return {
    series_id: series.id,
    number: Number(now.paper.number),
    issued_on: now.paper.issuedOn ?? undefined,
  }
}

function partOf(split: Split, due: number): Pick<PaymentBody, 'products' | 'share' | 'amount'> {
  switch (split.mode) {
    case 'lines': {
      const chosen = Object.entries(split.units).filter(([, units]) => units > 0)
      return { products: chosen.map(([id, units]) => ({ id: Number(id), qty: String(units) })) }
    }
    case 'equal':
      return { share: { of: split.of } }
    case 'amount':
      return { amount: decimal(due) }
    case 'all':
      return {}
  }
}

import type { ItemType, KardexRow } from '../../../data/inventory/types'

/** An entry is one line of the kardex, or several sales folded into one. */
export type KardexEntry =
  | {
      kind: 'row'
      row: KardexRow
      first: boolean
      /** It says whether an entry changed the cost of a unit. */
      costChanged: boolean
      /** It says whether the move took back what a document had moved. */
      takesBack: boolean
    }
  | {
      kind: 'sales'
      /** It is unique among the lines. */
      key: string
      rows: KardexRow[]
      first: boolean
      sums: { entry: number; exit: number }
      said: Sold
      last: KardexRow
    }

/** It counts sales by the kind of document that was issued. */
export interface Sold {
  sales: number
  boletas: number
  facturas: number
  notas: number
  /** It counts the sales that are not paid yet. */
  open: number
}

/* Only moves by accounts are folded; every other move has a document of its own, and waste is money that nobody pays. */
const ofSales = new Set(['SALE', 'SPLIT', 'DISMISSED', 'REFUNDED'])

/**
 * The lines of a kardex as they are read: what was sold in one go between two papers of a day stands in one line, so that the
 * balances run on. The first line of each day bears its date.
 */
export function foldKardex(rows: readonly KardexRow[], costBefore: string | null | undefined): KardexEntry[] {
  const entries: KardexEntry[] = []
  let day = ''
  let cost = costBefore
  let run: KardexRow[] = []
  const reversed = new Set<string>()
  const close = () => {
    const [only] = run
    const last = run.at(-1)
    if (!only || !last) return
    const first = only.business_day !== day
    day = only.business_day
    if (run.length === 1)
      entries.push({ kind: 'row', row: only, first, costChanged: false, takesBack: false })
    else {
      const sum = (of: (row: KardexRow) => string | null | undefined) =>
        run.reduce((all, row) => all + (isHandedOver(row) ? 0 : Math.round(Number(of(row) ?? 0) * 1e6)), 0) /
        1e6
      entries.push({
        kind: 'sales',
        key: `${only.business_day}-${only.id}`,
        rows: run,
        first,
        sums: { entry: sum((row) => row.entry), exit: sum((row) => row.exit) },
        said: soldIn(run),
        last,
      })
    }
    run = []
  }
  for (const row of rows) {
    if (run[0] && run[0].business_day !== row.business_day) close()
    if (ofSales.has(row.reason) && !row.replay && !adjusts(row) && !row.reversed) run.push(row)
    else {
      close()
      entries.push({
        kind: 'row',
        row,
        first: row.business_day !== day,
        costChanged: Number(row.entry ?? 0) > 0 && row.balance_cost !== cost,
        takesBack: row.reversed && reversed.has(row.source),
      })
      if (row.reversed) reversed.add(row.source)
      day = row.business_day
    }
    cost = row.balance_cost
  }
  close()
  return entries
}

/** Returns whether a split moved units to another line: both moves add up to nothing, so they stay out of the sums. */
const isHandedOver = (row: KardexRow) => row.reason === 'SPLIT'

/** Returns whether a move corrects the cost of goods that left before it was known. */
export const adjusts = (row: KardexRow) => Number(row.adjustment) !== 0

/* It matches the number of a boleta, factura or nota de venta. */
const paper = /^[BFN]\w{3}-/
const creditNote = /^[BF]C/

function soldIn(rows: readonly KardexRow[]): Sold {
  const papers = new Set<string>()
  let open = 0
  for (const row of rows) {
    // A refund carries the document that gave it back, which is no sale.
    const isTaken = row.reason === 'SALE' || row.reason === 'SPLIT'
    const named = (isTaken ? (row.document ?? '') : '').split(/,\s*/).filter((each) => paper.test(each))
    for (const each of named) papers.add(each)
    if (named.length === 0 && row.reason === 'SALE') open += 1
  }
  const of = (mark: string) => [...papers].filter((paper) => paper.startsWith(mark)).length
  return { sales: papers.size + open, boletas: of('B'), facturas: of('F'), notas: of('N'), open }
}

/** Returns the path of the document behind a move; null when it has none of its own. */
export function linkOf({ source, document, reason }: KardexRow, item: ItemType): string | null {
  const [kind = '', id = ''] = source.split(':')
  if (kind === 'purchase') return `/purchase/detail/${id}`
  if (kind === 'count') return `/inventory/counts/${id}/review`
  if (kind === 'inventory')
    return item === 'SUPPLY' ? `/inventory?open=${id}` : `/inventory?tab=products&open=${id}`
  const [first = ''] = (document ?? '').split(/,\s*/)
  if (!paper.test(first) || (reason !== 'SALE' && kind !== 'refund')) return null
  return `/documents?${creditNote.test(first) ? 'kind=07&' : ''}period=all&q=${first}`
}

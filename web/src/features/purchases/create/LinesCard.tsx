import { IconTruck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Failed } from '../../../ui/LoadState'
import { Card } from '../../../ui/OfficePage'
import { SupplyDrawer } from '../../../widgets/supplies/SupplyDrawer'
import { igvOf, keyOf, type PurchaseDraft } from '../draft'
import type { Bought } from '../items'
import { ActiveLine } from './ActiveLine'
import { Digits } from './Digits'
import { IgvMenu } from './IgvMenu'
import { ItemSearch } from './ItemSearch'
import { LineRow } from './LineRow'
import c from './Lines.module.css'
import type { NewPurchaseState } from './useNewPurchase'

/** Lists the items of the document, one of them being typed; freight and discount stand below. */
export function LinesCard({ work }: { work: NewPurchaseState }) {
  const { t } = useTranslation()
  const { draft, stock, active, errors } = work
  const [creating, setCreating] = useState<string | null>(null)
  const last = draft.lines.length - 1
  if (stock.error) return <Failed title={t('purchases.noItems')} error={stock.error} onRetry={stock.retry} />
  return (
    <Card label={t('purchases.items')}>
      <LinesHead
        statesIgv={draft.document === 'FACTURA'}
        included={draft.include_igv}
        onInclude={(include_igv) => work.changeField({ include_igv })}
      />
      <ul className={c.lines} aria-label={t('purchases.items')}>
        {draft.lines.map((line, at) => {
          const shared = {
            line,
            units: stock.units,
            last: work.prices.find((each) => keyOf(each) === keyOf(line)),
            igvPercent: work.igvPercent,
            igv: igvOf(draft, line, work.igvRate),
            error: lineError(errors, at),
          }
          return at === active ? (
            <ActiveLine
              key={keyOf(line)}
              {...shared}
              at={at}
              onChange={(part) => work.changeLine(at, part)}
              onToggle={() => {
                work.toggle()
                work.go(`${at}.price`)
              }}
              onRemove={() => work.remove(at)}
              onPrice={() => work.go(`${at}.price`)}
              onNext={work.goToSearch}
              onUp={() => (at > 0 ? work.goToLine(at - 1, 'price') : undefined)}
              onDown={() => (at < last ? work.goToLine(at + 1, 'price') : work.goToSearch())}
            />
          ) : (
            <LineRow key={keyOf(line)} {...shared} onOpen={() => work.goToLine(at, 'quantity')} />
          )
        })}
      </ul>
      <div className={c.add}>
        <ItemSearch
          items={stock.items}
          onPick={work.add}
          onCreate={setCreating}
          onUnknown={work.warnUnknown}
          onDone={() => (draft.lines.length === 0 ? work.save() : work.go('paper'))}
          onUp={() => (last >= 0 ? work.goToLine(last, 'price') : undefined)}
          onFocus={() => work.setActive(null)}
        />
        {errors.items ? (
          <p className={c.error} role="alert">
            {errors.items}
          </p>
        ) : null}
      </div>
      {creating === null ? null : (
        <NewSupply name={creating} onMade={work.add} onClose={() => setCreating(null)} />
      )}
      <SharedAmounts draft={draft} errors={errors} onChange={work.changeField} />
    </Card>
  )
}

const lineError = (errors: Record<string, string>, at: number) =>
  Object.entries(errors).find(([name]) => name.startsWith(`items.${at}.`) || name === `items.${at}`)?.[1]

interface NewSupplyProps {
  /** The name that was searched for and not found. */
  name: string
  onMade: (item: Bought) => void
  onClose: () => void
}

function NewSupply({ name, onMade, onClose }: NewSupplyProps) {
  return (
    <SupplyDrawer
      supply={null}
      known={{ name }}
      onSaved={({ id, name, measurement_id }) =>
        onMade({ item_type: 'SUPPLY', item_id: id, name, own_id: measurement_id })
      }
      onClose={onClose}
    />
  )
}

interface HeadProps {
  /** True for a document that states its IGV: prices with or without it. */
  statesIgv: boolean
  included: boolean
  onInclude: (included: boolean) => void
}

function LinesHead({ statesIgv, included, onInclude }: HeadProps) {
  const { t } = useTranslation()
  return (
    <div className={c.head}>
      <span>{t('purchases.item')}</span>
      <span>{t('purchases.quantity')}</span>
      <span>{t('purchases.unit')}</span>
      {statesIgv ? <IgvMenu included={included} onChange={onInclude} /> : <span>{t('purchases.price')}</span>}
      <span>{t('purchases.totalIn')}</span>
    </div>
  )
}

type SharedAmount = 'freight' | 'discount' | 'advance'

interface SharedAmountsProps {
  draft: Pick<PurchaseDraft, SharedAmount>
  errors: Record<string, string>
  onChange: (part: Partial<Pick<PurchaseDraft, SharedAmount>>) => void
}

/** Asks for the amounts that belong to no line but to all of them. */
function SharedAmounts({ draft, errors, onChange }: SharedAmountsProps) {
  const { t } = useTranslation()
  const amountOf = (name: SharedAmount) => (
    <Digits
      label={t(`purchases.${name}`)}
      bare
      least={2}
      value={draft[name]}
      error={errors[name]}
      onChange={(text) => onChange({ [name]: text })}
    />
  )
  return (
    <div className={c.foot}>
      <div>
        <IconTruck size={20} stroke={1.8} aria-hidden="true" />
        {t('purchases.freight')}
        {amountOf('freight')}
      </div>
      <span>{t('purchases.freightText')}</span>
      <div>
        {t('purchases.discount')}
        {amountOf('discount')}
      </div>
      <div>
        {t('purchases.advance')}
        {amountOf('advance')}
      </div>
    </div>
  )
}

import { IconTruck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Failed } from '../../../ui/LoadState'
import { Card } from '../../../ui/OfficePage'
import { SupplyDrawer } from '../../../widgets/supplies/SupplyDrawer'
import { igvOf, keyOf } from '../draft'
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
  const errorOf = (at: number) =>
    Object.entries(errors).find(([name]) => name.startsWith(`items.${at}.`) || name === `items.${at}`)?.[1]
  const last = draft.lines.length - 1
  if (stock.error) return <Failed title={t('purchases.noItems')} error={stock.error} onRetry={stock.retry} />
  return (
    <Card label={t('purchases.items')}>
      <div className={c.head}>
        <span>{t('purchases.item')}</span>
        <span>{t('purchases.quantity')}</span>
        <span>{t('purchases.unit')}</span>
        {draft.document === 'FACTURA' ? (
          <IgvMenu
            included={draft.include_igv}
            onChange={(include_igv) => work.changeField({ include_igv })}
          />
        ) : (
          <span>{t('purchases.price')}</span>
        )}
        <span>{t('purchases.totalIn')}</span>
      </div>
      <ul className={c.lines} aria-label={t('purchases.items')}>
        {draft.lines.map((line, at) => {
          const shared = {
            line,
            units: stock.units,
            last: work.prices.find((each) => keyOf(each) === keyOf(line)),
            igvPercent: work.igvPercent,
            igv: igvOf(draft, line, work.igvRate),
            error: errorOf(at),
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
          onUnknown={work.unknown}
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
        <SupplyDrawer
          supply={null}
          known={{ name: creating }}
          onSaved={({ id, name, measurement_id }) =>
            work.add({ item_type: 'SUPPLY', item_id: id, name, own_id: measurement_id })
          }
          onClose={() => setCreating(null)}
        />
      )}
      <div className={c.foot}>
        <div>
          <IconTruck size={20} stroke={1.8} aria-hidden="true" />
          {t('purchases.freight')}
          <Digits
            label={t('purchases.freight')}
            bare
            least={2}
            value={draft.freight}
            error={errors.freight}
            onChange={(freight) => work.changeField({ freight })}
          />
        </div>
        <span>{t('purchases.freightText')}</span>
        <div>
          {t('purchases.discount')}
          <Digits
            label={t('purchases.discount')}
            bare
            least={2}
            value={draft.discount}
            error={errors.discount}
            onChange={(discount) => work.changeField({ discount })}
          />
        </div>
        <div>
          {t('purchases.advance')}
          <Digits
            label={t('purchases.advance')}
            bare
            least={2}
            value={draft.advance}
            error={errors.advance}
            onChange={(advance) => work.changeField({ advance })}
          />
        </div>
      </div>
    </Card>
  )
}

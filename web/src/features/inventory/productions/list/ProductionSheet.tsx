import { Button } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { errorText } from '../../../../api/errors'
import type { Production, ProductionItem } from '../../../../api/model'
import { openPdf } from '../../../../api/pdf'
import { kardexOf } from '../../../../data/inventory/item'
import { plain, unitCost } from '../../../../ui/figures'
import { amount, centimos, dateTime, money } from '../../../../ui/format'
import { Failed, Loading } from '../../../../ui/LoadState'
import { showToast } from '../../../../ui/toasts'
import c from '../../../../widgets/documents/DocumentSheet.module.css'
import { type InList, SideSheet } from '../../../../widgets/documents/SideSheet'
import lines from '../../Movements.module.css'
import { useProduction } from '../queries'
import { ProductionState } from './ProductionState'
import own from './Productions.module.css'
import { TakeBackDialog } from './TakeBackDialog'

interface Props extends InList {
  /** True for a cook, who sees no costs and takes nothing back. */
  cooks: boolean
}

/** Shows a production beside its list: output, ingredients and document, and the button that takes it back. */
export function ProductionSheet({ cooks, ...list }: Props) {
  const { t } = useTranslation()
  const found = useProduction(list.id)
  const production = found.data
  return (
    <SideSheet
      {...list}
      label={t('productions.sheet.label', { number: production?.full_number ?? '' }).trim()}
      title={production?.full_number ?? ''}
      text={production ? dateTime(production.date) : ''}
    >
      {production ? (
        <>
          <Facts production={production} cooks={cooks} />
          <Foot production={production} cooks={cooks} />
        </>
      ) : found.error ? (
        <Failed
          title={t('productions.sheet.failed')}
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <Loading label={t('productions.sheet.loading')} rows={4} height={64} />
      )}
    </SideSheet>
  )
}

function Facts({ production, cooks }: { production: Production; cooks: boolean }) {
  const { t } = useTranslation()
  const { rejected, cost, measurement: unit } = production
  return (
    <div className={c.body}>
      <div className={c.top}>
        <b className={c.total} data-voided={production.status === 'REJECTED' || undefined}>
          {t('productions.made', { quantity: plain(production.produced), unit })}
        </b>
        <ProductionState status={production.status} filled />
      </div>
      <Yields production={production} cooks={cooks} />
      {rejected ? (
        <div className={c.cause}>
          <b>{t('productions.sheet.rejected', { name: rejected.by, when: dateTime(rejected.at) })}</b>
          {rejected.reason ? <p>{t('productions.sheet.why', { reason: rejected.reason })}</p> : null}
        </div>
      ) : null}
      <section>
        <h3>{t('productions.sheet.lines')}</h3>
        <ul className={lines.lines}>
          {production.items.map((item) => (
            <Line key={item.supply_id} item={item} cooks={cooks} />
          ))}
        </ul>
        {cooks ? null : (
          <p className={c.sum}>
            <span>{t('productions.sheet.sum')}</span>
            <b>
              {production.pending
                ? t('productions.pending')
                : cost == null
                  ? t('productions.noCost')
                  : money(centimos(cost))}
            </b>
          </p>
        )}
      </section>
      {production.note ? (
        <section>
          <h3>{t('productions.sheet.note')}</h3>
          <p className={`${c.said} ${lines.words}`}>{production.note}</p>
        </section>
      ) : null}
      <section>
        <h3>{t('productions.sheet.who')}</h3>
        {production.responsible ? (
          <p className={c.said}>{t('productions.sheet.responsible', { name: production.responsible })}</p>
        ) : null}
        <p className={c.note}>
          {t('productions.sheet.registered', {
            name: production.user,
            when: dateTime(production.created_at),
          })}
        </p>
      </section>
    </div>
  )
}

/** Says how much of the plan came out, and what one unit costs because of it; a cook sees no cost. */
function Yields({ production, cooks }: { production: Production; cooks: boolean }) {
  const { t } = useTranslation()
  const { unit_cost: cost, planned_unit_cost: planned, measurement: unit } = production
  const percent = Math.round(Number(production.yield_percent))
  const now = cost == null ? null : unitCost(cost)
  const before = planned == null ? null : unitCost(planned)
  const words = { produced: plain(production.produced), planned: plain(production.quantity), unit, percent }
  return (
    <>
      <p className={c.client}>
        {cooks ? (
          <b>{production.name}</b>
        ) : (
          <Link
            to={kardexOf({ type: 'SUPPLY', id: production.supply_id })}
            aria-label={t('productions.sheet.kardex', { name: production.name })}
          >
            {production.name}
          </Link>
        )}
      </p>
      <p className={own.yields} data-low={percent < 100 || undefined}>
        {percent === 100 ? t('productions.asPlanned', words) : t('productions.cameOut', words)}
        {cooks || production.pending || now === null ? null : (
          <span>
            {before === null || before === now
              ? t('productions.perUnit', { cost: now, unit })
              : t('productions.sheet.instead', { cost: now, unit, before })}
          </span>
        )}
      </p>
    </>
  )
}

function Line({ item, cooks }: { item: ProductionItem; cooks: boolean }) {
  const { t } = useTranslation()
  const words = { quantity: plain(item.quantity), unit: item.measurement }
  if (cooks) {
    return (
      <li>
        <b>{item.name}</b>
        <b>{t('productions.sheet.plain', words)}</b>
      </li>
    )
  }
  return (
    <li>
      {item.has_stock ? (
        <Link
          to={kardexOf({ type: 'SUPPLY', id: item.supply_id })}
          aria-label={t('productions.sheet.kardex', { name: item.name })}
        >
          {item.name}
        </Link>
      ) : (
        <b>{item.name}</b>
      )}
      <span>
        {item.unit_cost == null
          ? t('productions.sheet.plain', words)
          : t('productions.sheet.each', { ...words, price: unitCost(item.unit_cost) })}
      </span>
      <b>{item.cost == null ? t('productions.noCost') : amount(centimos(item.cost))}</b>
    </li>
  )
}

function Foot({ production, cooks }: { production: Production; cooks: boolean }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const show = () =>
    openPdf(`/productions/${production.id}/pdf`).catch((error) =>
      showToast('danger', t('productions.sheet.paperFailed'), errorText(error)),
    )
  const stands = production.status === 'APPROVED'
  return (
    <footer className={c.foot}>
      <Button
        variant="default"
        leftSection={<IconFileTypePdf size={20} stroke={1.8} aria-hidden="true" />}
        onClick={() => void show()}
      >
        {t('productions.sheet.paper')}
      </Button>
      {cooks ? null : (
        <Button variant="default" onClick={() => setAsking(true)}>
          {t(stands ? 'productions.sheet.reject' : 'productions.sheet.approve')}
        </Button>
      )}
      {asking ? <TakeBackDialog production={production} onClose={() => setAsking(false)} /> : null}
    </footer>
  )
}

import { Button } from '@mantine/core'
import {
  IconChevronRight,
  IconMoped,
  IconReceipt,
  IconShoppingBag,
  IconToolsKitchen2,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { list } from '../../../api/client'
import type { ToCollect } from '../../../api/model'
import { useRoom } from '../../../api/realtime'
import { orderKeys } from '../../../data/orders/keys'
import { amount, centimos, money } from '../../../ui/format'
import { Empty, Failed, Loading } from '../../../ui/LoadState'
import { SearchField } from '../../../ui/SearchField'
import c from '../../../widgets/documents/DocumentCards.module.css'

const kinds = ['', 'TABLE', 'ORDER', 'DELIVERY'] as const
const pageSize = 50

/** Lists the open, unpaid accounts: each row leads to its payment. It follows the floor by itself. */
export default function CollectTab() {
  const { t } = useTranslation()
  useRoom('floor')
  const [text, setText] = useState('')
  const [kind, setKind] = useState<(typeof kinds)[number]>('')
  const [shown, setShown] = useState(pageSize)
  const term = useDeferredValue(text.trim())
  const found = useQuery({
    queryKey: orderKeys.toCollect(term, kind, shown),
    queryFn: ({ signal }) => {
      const query = { term, type: kind, per_page: Math.min(shown, 200) }
      return list('/cash-movements-all-orders-by-client', query, signal)
    },
    placeholderData: keepPreviousData,
  })
  return (
    <div className={c.page}>
      <div className={c.head}>
        <div className={c.sum}>
          <span>{t('collect.pending')}</span>
          <b>{money(centimos(found.data?.totals.pending_amount ?? '0'))}</b>
          <small>{t('collect.count', { count: found.data?.totals.count ?? 0 })}</small>
        </div>
        <SearchField label={t('collect.search')} value={text} onChange={setText} />
        <div className={c.kinds} role="radiogroup" aria-label={t('collect.title')}>
          {kinds.map((each) => (
            // biome-ignore lint/a11y/useSemanticElements: keys to tap, not the small circle of a radio
            <button
              key={each}
              type="button"
              role="radio"
              aria-checked={kind === each}
              onClick={() => setKind(each)}
            >
              {t(`collect.${each || 'all'}`)}
            </button>
          ))}
        </div>
      </div>
      {found.error && !found.data ? (
        <Failed title={t('collect.failed')} error={found.error} onRetry={() => void found.refetch()} />
      ) : !found.data ? (
        <Loading label={t('collect.title')} rows={6} height={72} />
      ) : found.data.rows.length === 0 ? (
        <Empty
          title={term || kind ? t('collect.noneFound') : t('collect.none')}
          text={t('collect.noneText')}
        />
      ) : (
        <ul className={c.list}>
          {found.data.rows.map((row) => (
            <Row key={row.client_request_id} row={row} />
          ))}
        </ul>
      )}
      {found.data && found.data.total_rows > found.data.rows.length && shown < 200 ? (
        <Button variant="default" className={c.more} onClick={() => setShown(200)}>
          {t('collect.more')}
        </Button>
      ) : null}
    </div>
  )
}

const icons = { TABLE: IconToolsKitchen2, ORDER: IconShoppingBag, DELIVERY: IconMoped }

function Row({ row }: { row: ToCollect }) {
  const { t } = useTranslation()
  const Glyph = icons[row.type]
  const who = [
    row.client_name,
    row.attendant_name.split(' ')[0],
    t('collect.minutes', { count: row.minutes }),
  ]
  return (
    <li>
      <Link className={c.row} to={`/payment/${row.client_request_id}`}>
        <Glyph size={24} stroke={1.8} aria-hidden="true" />
        <span className={c.text}>
          <b>
            {row.label}
            {row.salon ? <span>{row.salon}</span> : null}
          </b>
          <span>{who.filter(Boolean).join(' · ')}</span>
        </span>
        {row.billed_at ? (
          <span className={c.billed}>
            <IconReceipt size={18} stroke={1.9} aria-hidden="true" />
            {t('collect.billed')}
          </span>
        ) : null}
        <span className={c.due}>
          <b>{money(centimos(row.due))}</b>
          {centimos(row.paid) > 0 ? (
            <small>
              {t('collect.paidOf', { paid: amount(centimos(row.paid)), total: amount(centimos(row.total)) })}
            </small>
          ) : null}
        </span>
        <IconChevronRight size={20} aria-hidden="true" />
      </Link>
    </li>
  )
}

import { Button } from '@mantine/core'
import {
  IconBook,
  IconCalendarCheck,
  IconCalendarClock,
  IconGavel,
  IconReceipt,
  IconUserCheck,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { RateChange } from '../../../api/model'
import { dayText, quantity } from '../../../ui/format'
import { Card } from '../../../ui/OfficePage'
import { PlannedPrices } from './PlannedPrices'
import c from './RateChange.module.css'
import { longWeekdayDate, useNews } from './useNews'

interface Props {
  change: RateChange
  /** The number of prices that would change. */
  count: number
  busy: boolean
  wrong?: string
  onPlan: () => void
}

/** Says when it happens, what happens to open tables, and by which law; and holds the button that plans it. */
export function PlanCard({ change, count, busy, wrong, onPlan }: Props) {
  const { t } = useTranslation()
  const news = useNews()
  const { planned } = change
  const law = change.sources.map((each) => each.source).join(', ')
  const read = change.sources[0]?.read_on
  const parts = change.parts.map((part) => `${quantity(part.percent)} % ${part.name}`).join(' + ')
  const mail = new URLSearchParams({
    subject: news.title(change),
    body: `${t('law.askText', { title: news.title(change), law, parts })}`,
  })
  return (
    <div className={c.side}>
      <Card padded label={t('law.when')}>
        <div className={c.when}>
          <IconCalendarClock size={24} stroke={1.8} aria-hidden="true" />
          <div>
            <h2>{longWeekdayDate(change.valid_from)}</h2>
            <p>{t(change.rate_state === 'PLANNED' ? 'law.byItself' : 'law.onceConfirmed')}</p>
          </div>
        </div>
        <ul className={c.what}>
          <li>
            <IconReceipt size={20} stroke={1.8} aria-hidden="true" />
            <span>
              <b>{t('law.openTables')}</b> {t('law.openTablesText')}
            </span>
          </li>
          <li>
            <IconBook size={20} stroke={1.8} aria-hidden="true" />
            <span>
              <b>{t('law.menu')}</b> {t('law.menuText')}
            </span>
          </li>
          <li>
            <IconGavel size={20} stroke={1.8} aria-hidden="true" />
            <span>
              {t('law.parts', { parts })} <b>{law}</b>. {read ? t('law.read', { day: dayText(read) }) : ''}
            </span>
          </li>
        </ul>
        <Button
          component="a"
          href={`mailto:?${mail.toString().replaceAll('+', '%20')}`}
          variant="default"
          fullWidth
          leftSection={<IconUserCheck size={20} stroke={1.8} aria-hidden="true" />}
        >
          {t('law.askAccountant')}
        </Button>
      </Card>
      {planned ? <PlannedPrices plan={planned} /> : null}
      {wrong ? (
        <p role="alert" className={c.wrong}>
          {wrong}
        </p>
      ) : null}
      <button type="button" className={c.main} disabled={busy} aria-busy={busy || undefined} onClick={onPlan}>
        <IconCalendarCheck size={24} stroke={1.8} aria-hidden="true" />
        <span>
          {count > 0 ? t('law.planBoth') : t('law.planRate')}
          <small>{count > 0 ? t('law.planCount', { count }) : t('law.planNone')}</small>
        </span>
      </button>
    </div>
  )
}

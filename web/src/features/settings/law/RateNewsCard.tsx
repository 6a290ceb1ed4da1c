import { Button } from '@mantine/core'
import { IconCalendarClock, IconScale } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { write } from '../../../api/client'
import { queryClient } from '../../../api/query'
import { reportKeys } from '../../../data/reports/keys'
import { may } from '../../../session/permissions'
import { useUser } from '../../../session/session'
import { useWrite } from '../../../ui/useWrite'
import { lawKeys } from './keys'
import { useRateNews } from './queries'
import c from './RateNewsCard.module.css'
import { useNews } from './useNews'

/** The news is put off for these days. */
const days = 7

/**
 * On the panel, in the weeks before a rate changes, it says what that costs and where prices are decided, until the change is
 * planned.
 */
export function RateNewsCard() {
  const { t } = useTranslation()
  const maySet = may(useUser(), 'settings')
  const news = useNews()
  const change = useRateNews(maySet).data?.change
  const putOff = useWrite((_: undefined, key) => write('POST', '/law/rate-change/put-off', key, { days }), {
    onSuccess: () => {
      for (const queryKey of [lawKeys.all, reportKeys.now]) void queryClient.invalidateQueries({ queryKey })
    },
    failed: t('law.putOffFailed'),
  })
  if (!maySet || !change?.is_near || change.put_off_until || change.rate_state === 'PLANNED') return null
  return (
    <section className={c.card} aria-label={news.title(change)}>
      <div className={c.text}>
        <p className={c.days}>
          <IconCalendarClock size={20} stroke={1.8} aria-hidden="true" />
          {news.days(change)}
        </p>
        <h2>{news.title(change)}</h2>
        <p>
          {news.cost(change)} {t('law.youDecide')}
        </p>
      </div>
      <div className={c.ways}>
        <Button
          component={Link}
          to="/billing-config/rate-change"
          leftSection={<IconScale size={20} stroke={1.8} aria-hidden="true" />}
        >
          {t('law.seePrices')}
        </Button>
        <Link to="/billing-config?tab=law">{t('law.seeLaw')}</Link>
        <button type="button" disabled={putOff.isPending} onClick={() => putOff.mutate(undefined)}>
          {t('law.putOff')}
        </button>
      </div>
    </section>
  )
}

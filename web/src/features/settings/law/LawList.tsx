import { IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { LawFact } from '../../../api/model'
import { dayText } from '../../../ui/format'
import { Failed, Loading } from '../../../ui/LoadState'
import { Card, OfficePage } from '../../../ui/OfficePage'
import c from './Law.module.css'
import { useLaw, useRateNews } from './queries'

/** What the law says in figures, each with where it stands and the day on which somebody read it there. */
export function LawList({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation()
  const law = useLaw()
  const news = useRateNews(true).data?.change
  return (
    <OfficePage title={t('billingSetup.title')} summary={t('law.summary')}>
      {tabs}
      {news ? (
        <p className={c.news}>
          <b>{t('law.next', { day: dayText(news.valid_from), percent: news.to_percent })}</b>
          <Link to="/billing-config/rate-change">{t('law.seePrices')}</Link>
        </p>
      ) : null}
      <Card label={t('law.title')}>
        {law.data ? (
          <ul className={c.facts}>
            {law.data.facts.map((fact) => (
              <Fact key={`${fact.key} ${fact.valid_from}`} fact={fact} />
            ))}
          </ul>
        ) : law.isError ? (
          <Failed title={t('law.failed')} error={law.error} onRetry={() => void law.refetch()} />
        ) : (
          <Loading label={t('law.title')} rows={8} />
        )}
      </Card>
    </OfficePage>
  )
}

function Fact({ fact }: { fact: LawFact }) {
  const { t } = useTranslation()
  const from = dayText(fact.valid_from)
  return (
    <li data-state={fact.state}>
      <span className={c.name}>
        <b>{fact.name}</b>
        <small>
          {fact.valid_until
            ? t('law.between', { from, until: dayText(fact.valid_until) })
            : t('law.since', { from })}{' '}
          · {t(`law.states.${fact.state}`)}
        </small>
      </span>
      <strong>{fact.value}</strong>
      <span className={c.source}>
        {fact.source_url ? (
          <a href={fact.source_url} target="_blank" rel="noreferrer">
            {fact.source}
            <IconExternalLink size={16} stroke={1.8} aria-hidden="true" />
          </a>
        ) : (
          fact.source
        )}
        <small>{t('law.read', { day: dayText(fact.read_on) })}</small>
      </span>
    </li>
  )
}

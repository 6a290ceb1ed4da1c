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

/** Lists the figures of the law, each with its source and the day on which somebody read it there. */
export function LawList({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation()
  const law = useLaw()
  const answer = useRateNews(true).data
  const news = answer?.change
  const waiting = answer?.planned
  return (
    <OfficePage title={t('billingSetup.title')} summary={t('law.summary')}>
      {tabs}
      {news ? (
        <p className={c.news}>
          <b>{t('law.next', { day: dayText(news.valid_from), percent: news.to_percent })}</b>
          <Link to="/billing-config/rate-change">{t('law.seePrices')}</Link>
        </p>
      ) : waiting ? (
        <p className={c.news}>
          <b>{t('law.waiting', { day: dayText(waiting.valid_from), count: waiting.prices })}</b>
          <Link to="/billing-config/rate-change">{t('law.seeWaiting')}</Link>
        </p>
      ) : null}
      <Card label={t('law.title')}>
        {law.data ? (
          <Facts facts={law.data.facts} />
        ) : law.isError ? (
          <Failed title={t('law.failed')} error={law.error} onRetry={() => void law.refetch()} />
        ) : (
          <Loading label={t('law.title')} rows={8} />
        )}
      </Card>
    </OfficePage>
  )
}

/** Lists what holds and what is to come; past figures are shown on demand. */
function Facts({ facts }: { facts: LawFact[] }) {
  const { t } = useTranslation()
  const of = (state: LawFact['state']) => facts.filter((fact) => fact.state === state)
  return (
    <>
      <h2 className={c.part}>{t('law.states.NOW')}</h2>
      <FactList facts={of('NOW')} />
      <h2 className={c.part}>{t('law.states.FUTURE')}</h2>
      <FactList facts={of('FUTURE')} />
      <details>
        <summary className={c.part}>{t('law.states.PAST')}</summary>
        <FactList facts={of('PAST')} />
      </details>
    </>
  )
}

const FactList = ({ facts }: { facts: LawFact[] }) => (
  <ul className={c.facts}>
    {facts.map((fact) => (
      <Fact key={`${fact.name} ${fact.value} ${fact.valid_from}`} fact={fact} />
    ))}
  </ul>
)

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
            : t('law.since', { from })}
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
        <small>{fact.source_url ? t('law.read', { day: dayText(fact.read_on) }) : t('law.notRead')}</small>
      </span>
    </li>
  )
}

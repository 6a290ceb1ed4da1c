import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { FirstUse, FirstUseStep } from '../../../api/model'
import { firstUseQuery } from '../../../data/settings/queries'
import { useUser } from '../../../session/session'
import { Failed, Loading } from '../../../ui/LoadState'
import { Card, OfficePage } from '../../../ui/OfficePage'
import { PhoneCard } from '../../../widgets/phone/PhoneCard'
import { BillingGuide } from './BillingGuide'
import { CompanyStep } from './CompanyStep'
import c from './FirstUse.module.css'
import { FloorStep } from './FloorStep'
import { PrintersStep } from './PrintersStep'
import { ProductsStep } from './ProductsStep'
import { SaleStep } from './SaleStep'
import { StepRow } from './StepRow'
import { StockStep } from './StockStep'
import { minutesLeft, minutesOf, presentStep } from './steps'

/** Guides an empty company to its first sale: finished steps are folded, the present one is open. */
export default function FirstUseScreen() {
  const { t } = useTranslation()
  const guide = useQuery({ ...firstUseQuery, staleTime: 0 })
  if (guide.data) return <Guide guide={guide.data} />
  return (
    <OfficePage title={t('firstUse.title')}>
      {guide.isError ? (
        <Card>
          <Failed title={t('firstUse.failed')} error={guide.error} onRetry={() => void guide.refetch()} />
        </Card>
      ) : (
        <Loading label={t('firstUse.title')} rows={5} height={96} />
      )}
    </OfficePage>
  )
}

const forms: Record<string, (guide: FirstUse) => ReactNode> = {
  COMPANY: (guide) => <CompanyStep facts={guide.facts} />,
  FLOOR: (guide) => <FloorStep facts={guide.facts} />,
  PRODUCTS: (guide) => <ProductsStep facts={guide.facts} />,
  STOCK: () => <StockStep />,
  PRINTERS: (guide) => <PrintersStep facts={guide.facts} />,
  SALE: (guide) => <SaleStep facts={guide.facts} />,
}

function Guide({ guide }: { guide: FirstUse }) {
  const { t } = useTranslation()
  const user = useUser()
  // The address names the open step, so that back and reload keep it.
  const [params, setParams] = useSearchParams()
  const open = presentStep(guide.steps, params.get('step'))
  const left = minutesLeft(guide.steps)
  const counts = { done: guide.done, total: guide.steps.length }
  return (
    <OfficePage
      title={t('firstUse.title')}
      heading={t('firstUse.welcomeNeutral', { name: user.name })}
      summary={guide.finished ? t('firstUse.done') : t('firstUse.text')}
      aside={
        <div className={c.progress}>
          <span>
            <Trans
              i18nKey={left > 0 ? 'firstUse.progress' : 'firstUse.progressDone'}
              count={left}
              values={counts}
              components={{ b: <b /> }}
            />
          </span>
          <div role="img" aria-label={t('firstUse.progressLabel', counts)}>
            {guide.steps.map((step) => (
              <i key={step.key} data-state={stateOf(step, open)} />
            ))}
          </div>
        </div>
      }
    >
      <ol className={c.list}>
        {guide.steps.map((step, at) => (
          <StepRow
            key={step.key}
            step={step}
            number={at + 1}
            state={stateOf(step, open)}
            minutes={minutesOf(step.key)}
            onOpen={() => setParams({ step: step.key }, { replace: true })}
          >
            {forms[step.key]?.(guide)}
          </StepRow>
        ))}
      </ol>
      <BillingGuide />
      <PhoneCard />
      {guide.finished ? (
        <Button component={Link} to="/dashboard" className={c.away}>
          {t('firstUse.toDashboard')}
        </Button>
      ) : null}
    </OfficePage>
  )
}

const stateOf = (step: FirstUseStep, open: string | null) =>
  step.key === open ? 'open' : step.done ? 'done' : 'todo'

import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useBillingSetup } from '../../../data/settings/queries'
import { Card } from '../../../ui/OfficePage'
import c from './BillingGuide.module.css'

const steps = ['certificate', 'user', 'enter', 'try'] as const

/**
 * Lists what it takes to issue boletas and facturas, in the order of the errands. It stands beside the steps: a first sale needs
 * none of it.
 */
export function BillingGuide() {
  const { t } = useTranslation()
  const setup = useBillingSetup().data
  if (!setup) return null
  return (
    <Card padded label={t('billingGuide.title')}>
      <header className={c.head}>
        <div>
          <h2>{t('billingGuide.title')}</h2>
          <p>
            {t(`billingGuide.${setup.gateway === 'DEMO' ? 'demo' : setup.is_complete ? 'done' : 'text'}`)}
          </p>
        </div>
        {setup.is_complete ? <IconCircleCheck size={32} stroke={1.8} aria-hidden="true" /> : null}
      </header>
      {setup.is_complete ? null : (
        <ol className={c.steps}>
          {steps.map((step) => (
            <li key={step}>
              <b>{t(`billingGuide.steps.${step}.title`)}</b>
              <p>{t(`billingGuide.steps.${step}.text`)}</p>
            </li>
          ))}
        </ol>
      )}
      <Button component={Link} to="/billing-config" variant="default" className={c.go}>
        {t(setup.is_complete ? 'billingGuide.see' : 'billingGuide.go')}
      </Button>
    </Card>
  )
}

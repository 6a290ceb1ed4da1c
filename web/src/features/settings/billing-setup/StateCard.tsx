import { Button } from '@mantine/core'
import { IconCheck, IconPencil, IconPlayerPlay, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { write } from '../../../api/client'
import { errorText } from '../../../api/errors'
import type { BillingSetup } from '../../../api/model'
import { number } from '../../../i18n/region'
import { Card } from '../../../ui/OfficePage'
import { useWrite } from '../../../ui/useWrite'
import { type ShownGateway, transmissionChoiceOf } from './choices'
import c from './Setup.module.css'

/** Shows what is still missing, and a trial that says in plain words what works. */
export function StateCard({ setup, edited }: { setup: BillingSetup; edited: ShownGateway | null }) {
  const { t } = useTranslation()
  const trial = useWrite((_: null, key) => write('POST', '/electronic-billing/test', key, {}), {
    onError: () => true,
  })
  const count = setup.missing.length
  // It is unknown what a way lacks that is not saved.
  if (edited && (count === 0 || edited.gateway !== setup.gateway))
    return <Unsaved setup={setup} edited={edited} />
  const failed = trial.data?.checks.filter((check) => !check.ok).length ?? 0
  const isGood = count === 0 && failed === 0
  const title =
    count > 0
      ? t('billingSetup.missingTitle', { count })
      : trial.data
        ? failed > 0
          ? t('billingSetup.missingTitle', { count: failed })
          : t('billingSetup.works')
        : t('billingSetup.complete')
  return (
    <Card padded label={t('billingSetup.state')}>
      <header className={c.state} data-good={isGood || undefined}>
        <i>{isGood ? <IconCheck size={24} aria-hidden="true" /> : <IconX size={24} aria-hidden="true" />}</i>
        <div>
          <h2>{title}</h2>
          {trial.data ? (
            <p>{t('billingSetup.took', { seconds: number(trial.data.took_ms / 1000, 1) })}</p>
          ) : null}
        </div>
      </header>
      <ul className={c.checks} aria-live="polite">
        {setup.missing.map((what) => (
          <li key={what} data-wrong>
            <i>
              <IconX size={16} stroke={2.4} aria-hidden="true" />
            </i>
            <div>
              <b>{t(`billingSetup.missing.${what}`)}</b>
              {what === 'RUC' ? <Link to="/company-info">{t('billingSetup.toCompany')}</Link> : null}
            </div>
          </li>
        ))}
        {count === 0
          ? trial.data?.checks.map((check) => (
              <li key={check.what} data-wrong={!check.ok || undefined}>
                <i>
                  {check.ok ? (
                    <IconCheck size={16} stroke={2.4} aria-hidden="true" />
                  ) : (
                    <IconX size={16} stroke={2.4} aria-hidden="true" />
                  )}
                </i>
                <div>
                  <b>{t(`billingSetup.checks.${check.what}`)}</b>
                  <p>{check.text}</p>
                </div>
              </li>
            ))
          : null}
      </ul>
      {trial.error ? (
        <p className={c.wrong} role="alert">
          {errorText(trial.error)}
        </p>
      ) : null}
      {edited ? (
        <p className={c.foot}>{t('billingSetup.saveFirst')}</p>
      ) : setup.gateway === 'NONE' ? null : (
        <>
          <Button
            fullWidth
            size="lg"
            disabled={count > 0}
            loading={trial.isPending}
            leftSection={<IconPlayerPlay size={20} stroke={1.8} aria-hidden="true" />}
            onClick={() => trial.mutate(null)}
          >
            {trial.data ? t('billingSetup.tryAgain') : t('billingSetup.try')}
          </Button>
          <p className={c.foot}>{t('billingSetup.tryText')}</p>
        </>
      )}
    </Card>
  )
}

/* Says that something is not saved: what is shown about the rest would not hold for it. */
function Unsaved({ setup, edited }: { setup: BillingSetup; edited: ShownGateway }) {
  const { t } = useTranslation()
  const [was, is] = [transmissionChoiceOf(setup.gateway), transmissionChoiceOf(edited.gateway)]
  return (
    <Card padded label={t('billingSetup.state')}>
      <header className={c.state} data-open>
        <i>
          <IconPencil size={24} aria-hidden="true" />
        </i>
        <div>
          <h2>{t('billingSetup.unsaved')}</h2>
          <p>{t(is === 'NONE' ? 'billingSetup.saveNone' : 'billingSetup.saveFirst')}</p>
        </div>
      </header>
      {setup.is_electronic_invoice && was !== is && was !== 'NONE' && was !== 'DEMO' ? (
        <p className={c.replaces}>
          {t('billingSetup.replaces', { way: t(`billingSetup.ways.${was}.name`) })}
        </p>
      ) : null}
    </Card>
  )
}

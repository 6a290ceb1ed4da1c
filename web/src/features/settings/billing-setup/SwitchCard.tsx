import { Switch } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import { errorText } from '../../../api/errors'
import type { BillingSetup } from '../../../api/model'
import { queryClient } from '../../../api/query'
import { billingStale } from '../../../data/settings/queries'
import { useWrite } from '../../../ui/useWrite'
import c from './Setup.module.css'

/** Switches boletas and facturas on or off; off at any time, on only once nothing is missing. */
export function SwitchCard({ setup }: { setup: BillingSetup }) {
  const { t } = useTranslation()
  const id = useId()
  const turn = useWrite(
    (on: boolean, key) => write('PUT', '/company-info', key, { is_electronic_invoice: on }),
    {
      onSuccess: () => {
        for (const queryKey of billingStale) void queryClient.invalidateQueries({ queryKey })
      },
      onError: () => true,
    },
  )
  const isOn = setup.is_electronic_invoice
  const isDemo = setup.gateway === 'DEMO'
  return (
    <div className={c.switch} data-on={isOn || undefined}>
      <label htmlFor={id}>
        <b>{t('billingSetup.issue')}</b>
        <span id={`${id}-why`}>
          {setup.is_complete
            ? t(isOn ? (isDemo ? 'billingSetup.issueDemo' : 'billingSetup.issueOn') : 'billingSetup.issueOff')
            : t(isOn ? 'billingSetup.issueWaits' : 'billingSetup.issueLater')}
        </span>
        {turn.error ? (
          <span role="alert" className={c.wrong}>
            {errorText(turn.error)}
          </span>
        ) : null}
      </label>
      <Switch
        id={id}
        size="md"
        aria-describedby={`${id}-why`}
        disabled={turn.isPending || (!isOn && !setup.is_complete)}
        checked={isOn}
        onChange={(event) => turn.mutate(event.currentTarget.checked)}
      />
    </div>
  )
}

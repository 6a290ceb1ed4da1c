import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import { errorText } from '../../api/errors'
import type { TaxRegime } from '../../api/model'
import { queryClient } from '../../api/query'
import c from '../../ui/ConfirmDialog.module.css'
import { Dialog } from '../../ui/Dialog'
import { DateInput } from '../../ui/dates/DateInput'
import { today } from '../../ui/format'
import { useWrite } from '../../ui/useWrite'
import { settingsStale } from './queries'

/* A regime is changed with a month, as a rule. */
const nextMonth = (day: string) => {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`
}

/** Asks once before every document from a day on is another one. */
export function RegimeDialog({ regime, onClose }: { regime: TaxRegime['regime']; onClose: () => void }) {
  const { t } = useTranslation()
  const [day, setDay] = useState(() => nextMonth(today()))
  const change = useWrite(
    (_: undefined, key) => write('POST', '/tax-regimes', key, { valid_from: day, regime }),
    {
      onError: () => true,
      onSuccess: () => {
        for (const queryKey of settingsStale) void queryClient.invalidateQueries({ queryKey })
        onClose()
      },
    },
  )
  const title = t(`global.regimeTo.${regime}`)
  return (
    <Dialog label={title} onClose={onClose}>
      <div className={c.box}>
        <h2 tabIndex={-1} data-autofocus>
          {title}
        </h2>
        <p>{t(`global.regimeWarning.${regime}`)}</p>
        {change.error ? (
          <p className={c.error} role="alert">
            {errorText(change.error)}
          </p>
        ) : null}
        <DateInput
          label={t('global.rateFrom')}
          min={today()}
          always
          value={day}
          onChange={(chosen) => setDay(chosen ?? day)}
        />
        <div className={c.foot} style={{ marginTop: 24 }}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button loading={change.isPending} onClick={() => change.mutate(undefined)}>
            {t('global.regimeChange')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

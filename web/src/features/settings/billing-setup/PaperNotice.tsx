import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import { queryClient } from '../../../api/query'
import { billingStale } from '../../../data/settings/queries'
import { ConfirmDialog } from '../../../ui/ConfirmDialog'
import { useWrite } from '../../../ui/useWrite'
import c from './Setup.module.css'

/**
 * Tells a company that issued before documents could be sent that they still go nowhere, until its administrator changes that.
 */
export function PaperNotice() {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const stop = useWrite(
    (_: null, key) => write('PUT', '/electronic-billing', key, { issues_on_paper: false }),
    {
      onSuccess: () => {
        for (const queryKey of billingStale) void queryClient.invalidateQueries({ queryKey })
        setAsking(false)
      },
      onError: () => true,
    },
  )
  return (
    <div className={c.notice} data-tone="warning">
      <p>{t('billingSetup.paper')}</p>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('billingSetup.paperEnd')}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={t('billingSetup.paperTitle')}
          text={t('billingSetup.paperText')}
          action={t('billingSetup.paperEnd')}
          busy={stop.isPending}
          error={stop.error}
          onConfirm={() => stop.mutate(null)}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  )
}

import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router'
import { FullPage } from '../ui/FullPage'
import { MainButton } from '../ui/MainButton'

/** A screen that could not be drawn or loaded. A new version of the program is the usual reason: reload. */
export function RouteError() {
  const { t } = useTranslation()
  const error = useRouteError()
  useEffect(() => console.error(error), [error])
  return (
    <FullPage
      alert
      picture={<IconAlertTriangle size={56} stroke={1.6} />}
      title={t('crash.title')}
      text={t('crash.text')}
    >
      <MainButton onClick={() => window.location.reload()}>{t('crash.reload')}</MainButton>
    </FullPage>
  )
}

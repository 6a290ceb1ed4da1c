import { IconSparkles } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import c from './NewVersionBar.module.css'
import { putOffNewVersion, takeNewVersion, useNewVersion } from './version'

/** Offers a new version, on screens between two pieces of work; never where orders are taken or money is. */
export function NewVersionBar() {
  const { t } = useTranslation()
  const ready = useNewVersion((state) => state.ready)
  if (!ready) return null
  return (
    <div className={c.bar} role="status">
      <IconSparkles size={24} stroke={1.9} aria-hidden="true" />
      <span>{t('version.ready')}</span>
      <button type="button" onClick={putOffNewVersion}>
        {t('version.later')}
      </button>
      <button type="button" data-main onClick={takeNewVersion}>
        {t('version.take')}
      </button>
    </div>
  )
}

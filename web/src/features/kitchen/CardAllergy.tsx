import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import c from './CardAllergy.module.css'

/** Says on a card what its guests must avoid, to be read from three metres; a long text takes more lines. */
export function CardAllergy({ what }: { what: string }) {
  const { t } = useTranslation()
  return (
    <p className={c.band}>
      <IconAlertTriangle size={28} stroke={2.4} aria-hidden="true" />
      {t('kitchen.allergy', { what })}
    </p>
  )
}

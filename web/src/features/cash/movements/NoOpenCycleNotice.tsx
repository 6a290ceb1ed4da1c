import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import c from './Movements.module.css'

/** Says that no movement can be recorded while no cash box is open, and links to where one is opened. */
export function NoOpenCycleNotice() {
  const { t } = useTranslation()
  return (
    <p className={c.noCycle}>
      <IconLock size={20} stroke={1.9} aria-hidden="true" />
      <span>{t('movementList.noCycle')}</span>
      <Link to="/cashbox-cycles">{t('movementList.openCycle')}</Link>
    </p>
  )
}

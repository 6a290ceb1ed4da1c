import { Button } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { firstUseQuery } from '../../../data/settings/queries'
import { may } from '../../../session/permissions'
import { useUser } from '../../../session/session'
import c from './FirstUseBanner.module.css'

/** Links back to the first steps, until the first sale; it is for administrators. */
export function FirstUseBanner() {
  const { t } = useTranslation()
  const maySet = may(useUser(), 'settings')
  const guide = useQuery({ ...firstUseQuery, enabled: maySet }).data
  if (!guide?.is_new || guide.finished) return null
  const count = guide.steps.length - guide.done
  return (
    <aside className={c.banner}>
      <IconRoute size={24} stroke={1.8} aria-hidden="true" />
      <b>{t('firstUse.banner', { count })}</b>
      <Button component={Link} to="/first-use">
        {t('firstUse.resume')}
      </Button>
    </aside>
  )
}

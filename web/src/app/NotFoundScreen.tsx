import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { landing } from '../session/permissions'
import { useSession } from '../session/session'
import { FullPage } from '../ui/FullPage'
import { Plate } from '../ui/Plate'

export default function NotFoundScreen() {
  const { t } = useTranslation()
  const user = useSession((state) => state.session?.user)
  return (
    <FullPage
      picture={<Plate dish={{ base: 'none', top: [] }} size={148} />}
      title={t('notFound.title')}
      text={t('notFound.text')}
    >
      <Button component={Link} to={user ? landing(user) : '/login'} size="lg">
        {t('notFound.back')}
      </Button>
    </FullPage>
  )
}

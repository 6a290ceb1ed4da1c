import { useTranslation } from 'react-i18next'
import { Empty } from '../../ui/LoadState'

export default function MoveTableTab() {
  const { t } = useTranslation()
  return <Empty title={t('options.loading')} />
}

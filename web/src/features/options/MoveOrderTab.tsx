import { useTranslation } from 'react-i18next'
import { Empty } from '../../ui/LoadState'

export default function MoveOrderTab() {
  const { t } = useTranslation()
  return <Empty title={t('options.loading')} />
}

import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Empty } from '../LoadState'

/** Says that nothing matches what was searched or filtered, and offers to drop that. */
export function NoMatch({ onDropAll }: { onDropAll: () => void }) {
  const { t } = useTranslation()
  return (
    <Empty title={t('lists.noMatch')} text={t('lists.noMatchText')}>
      <Button variant="default" mt={12} onClick={onDropAll}>
        {t('lists.dropAll')}
      </Button>
    </Empty>
  )
}

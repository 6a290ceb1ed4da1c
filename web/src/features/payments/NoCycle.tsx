import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Empty } from '../../ui/LoadState'

/** Nobody collects without a cash cycle of one's own. */
export function NoCycle() {
  const { t } = useTranslation()
  return (
    <Empty title={t('payments.noCycleTitle')} text={t('payments.noCycleText')}>
      <Button
        component={Link}
        to="/cashbox-cycles"
        size="lg"
        leftSection={<IconLock size={20} stroke={1.9} aria-hidden="true" />}
      >
        {t('payments.openCycle')}
      </Button>
    </Empty>
  )
}

import { Button } from '@mantine/core'
import { IconLockOpen } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Empty } from '../../ui/LoadState'
import c from './OpenCycleFirst.module.css'

/* It needs the office's texts, which a till does not load otherwise. */
const OpenCycleDialog = lazy(async () => {
  const [loaded] = await Promise.all([import('./OpenCycleDialog'), import('../../i18n/office')])
  return { default: loaded.OpenCycleDialog }
})

interface Props {
  text?: string
  /** The class of the place in which it stands, instead of its own. */
  className?: string
}

/** Offers to open a cash cycle, which collecting and giving back need; after that the work goes on. */
export function OpenCycleFirst({ text, className = c.place }: Props) {
  const { t } = useTranslation()
  const [opening, setOpening] = useState(false)
  return (
    <section className={className} data-empty aria-label={t('payments.payment')}>
      <Empty title={t('payments.noCycleTitle')} text={text ?? t('payments.noCycleText')}>
        <Button
          size="lg"
          className={c.open}
          leftSection={<IconLockOpen size={22} stroke={1.9} aria-hidden="true" />}
          onClick={() => setOpening(true)}
        >
          {t('payments.openCycle')}
        </Button>
      </Empty>
      {opening ? (
        <Suspense>
          <OpenCycleDialog onOpened={() => setOpening(false)} onClose={() => setOpening(false)} />
        </Suspense>
      ) : null}
    </section>
  )
}

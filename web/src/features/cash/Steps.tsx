import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import c from './Steps.module.css'

export function Steps({ step }: { step: 1 | 2 }) {
  const { t } = useTranslation()
  return (
    <ol className={c.steps} aria-label={t('cash.step', { step })}>
      <li data-on={step === 1 || undefined} data-done={step === 2 || undefined}>
        <i>{step === 2 ? <IconCheck size={20} stroke={2.6} aria-hidden="true" /> : 1}</i>
        {t('cash.count')}
      </li>
      <li data-on={step === 2 || undefined}>
        <i>2</i>
        {t('cash.review')}
      </li>
    </ol>
  )
}

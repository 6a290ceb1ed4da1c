import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DialogForm, goButton, secondButton } from '../../../ui/DialogForm'
import { quantity } from '../../../ui/format'
import { type Clash, dropOwnValue, queueCountedValue } from '../outbox'

/** Two people counted the same item: it asks whether the value on the server or the one typed here counts. */
export function ClashDialog({ clash: { mine, now } }: { clash: Clash }) {
  const { t } = useTranslation()
  const close = () => dropOwnValue(mine.lineId)
  const said = (amount: string, unit: number) => {
    const found = now.units.find((each) => each.measurement_id === unit)
    return `${quantity(amount)} ${found?.symbol ?? now.measurement}`
  }
  const there = now.entered
    ? said(now.entered.quantity, now.entered.measurement_id)
    : t('counts.counting.cleared')
  return (
    <DialogForm
      title={t('counts.counting.clash', { name: now.name })}
      text={t('counts.counting.clashText', { who: now.counted_by ?? '' })}
      onClose={close}
    >
      <Button className={goButton} onClick={close}>
        {t('counts.counting.clashNow', { quantity: there })}
      </Button>
      <Button
        className={secondButton}
        variant="default"
        onClick={() => queueCountedValue({ ...mine, version: now.version })}
      >
        {t('counts.counting.clashMine', { quantity: said(mine.quantity, mine.measurementId) })}
      </Button>
    </DialogForm>
  )
}

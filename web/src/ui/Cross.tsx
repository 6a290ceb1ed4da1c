import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './IconButton'
import { useLeave } from './typed'

/** The button that closes a dialog; where something was typed, it asks first. */
export function Cross({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const leave = useLeave()
  return (
    <IconButton label={t('common.close')} onClick={() => leave(onClose)}>
      <IconX size={22} aria-hidden="true" />
    </IconButton>
  )
}

import { useTranslation } from 'react-i18next'
import { list } from '../../../api/client'
import { peopleKeys } from '../../../data/people/keys'
import { Dialog } from '../../../ui/Dialog'
import { DialogHead } from '../../../ui/DialogHead'
import { SessionList } from './SessionList'
import c from './UserButtons.module.css'

/** Lists everybody's sessions, and the trusted tills. */
export function DevicesDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog label={t('devices.title')} onClose={onClose} shape="drawer">
      <div className={c.devices}>
        <DialogHead title={t('devices.title')} text={t('devices.text')} onClose={onClose} />
        <SessionList
          queryKey={peopleKeys.sessions}
          fetch={(signal) => list('/sessions', undefined, signal)}
          who
        />
      </div>
    </Dialog>
  )
}

import { IconAlertCircle, IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import c from './ToastHost.module.css'
import { useToasts } from './toasts'

const icons = { success: IconCheck, danger: IconAlertTriangle, warning: IconAlertCircle }

export function ToastHost() {
  const { t } = useTranslation()
  const { toast, close } = useToasts()
  const Glyph = toast ? icons[toast.kind] : null
  return (
    // The region stands always, or a screen reader would not notice what appears in it.
    <div className={c.host} role="status" aria-live={toast?.kind === 'danger' ? 'assertive' : 'polite'}>
      {toast && Glyph ? (
        <div key={toast.id} className={c.toast} data-kind={toast.kind}>
          <span className={c.icon}>
            <Glyph size={24} stroke={2.2} aria-hidden="true" />
          </span>
          <div className={c.text}>
            <b>{toast.title}</b>
            {toast.text ? <span>{toast.text}</span> : null}
          </div>
          <button type="button" aria-label={t('common.closeNotice')} onClick={close}>
            <IconX size={20} aria-hidden="true" />
          </button>
          <i className={c.time} />
        </div>
      ) : null}
    </div>
  )
}

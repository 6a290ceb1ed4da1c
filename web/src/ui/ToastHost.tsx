import { IconAlertCircle, IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { frontDialog, useLayers } from './layers'
import { loadAhead } from './lazyPart'
import c from './ToastHost.module.css'
import { type Toast, useToasts } from './toasts'

const icons = { success: IconCheck, danger: IconAlertTriangle, warning: IconAlertCircle }

/* No screen begins with a notice, so the code that places it loads after the screen stands. */
const places = loadAhead(() => import('./toastPlace'))

const moves = ['resize', 'scrollend', 'animationend', 'transitionend']

/** Shows the notice, in front of whatever dialog is open. */
export function ToastHost() {
  const { toast, close } = useToasts()
  const dialog = useLayers(frontDialog)
  const [place, setPlace] = useState<CSSProperties>({})
  const host = useRef<HTMLDivElement>(null)
  // It is measured when it appears, and again whenever something that it must not cover appears or moves: screens and sheets come
  // while it is shown, and bars and buttons have different heights everywhere.
  useLayoutEffect(() => {
    if (!toast) return
    let frame = 0
    const measure = () =>
      void places()
        .then(({ placeNow }) => setPlace(placeNow(dialog, host.current)))
        // If the code cannot be loaded, the notice stands where the styles say.
        .catch(() => undefined)
    const measureOnce = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(measure)
    }
    measure()
    const screens = new MutationObserver(measureOnce)
    screens.observe(document, { childList: true, subtree: true })
    for (const event of moves) window.addEventListener(event, measureOnce, true)
    return () => {
      cancelAnimationFrame(frame)
      screens.disconnect()
      for (const event of moves) window.removeEventListener(event, measureOnce, true)
    }
  }, [toast, dialog])
  return (
    <>
      {/* The region is always there, or a screen reader would not notice what appears in it. */}
      <div
        ref={dialog ? undefined : host}
        className={c.host}
        style={place}
        role="status"
        aria-live={toast?.kind === 'danger' ? 'assertive' : 'polite'}
      >
        {toast && !dialog ? <Notice key={toast.id} toast={toast} onClose={close} /> : null}
      </div>
      {toast && dialog
        ? createPortal(
            <div ref={host} className={c.host} style={place} role="alert">
              <Notice key={toast.id} toast={toast} onClose={close} />
            </div>,
            dialog,
          )
        : null}
    </>
  )
}

function Notice({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const { t } = useTranslation()
  const Glyph = icons[toast.kind]
  // When a dialog closes and the notice stays, its time bar goes on from where it was.
  const [delay] = useState(() => toast.at - performance.now())
  return (
    <div className={c.toast} data-kind={toast.kind}>
      <span className={c.icon}>
        <Glyph size={24} stroke={2.2} aria-hidden="true" />
      </span>
      <div className={c.text}>
        <b>{toast.title}</b>
        {toast.text ? <span>{toast.text}</span> : null}
      </div>
      {toast.action ? (
        <button
          type="button"
          className={c.action}
          onClick={() => {
            onClose()
            toast.action?.run()
          }}
        >
          {toast.action.label}
        </button>
      ) : null}
      <button type="button" className={c.close} aria-label={t('common.closeNotice')} onClick={onClose}>
        <IconX size={20} aria-hidden="true" />
      </button>
      <i className={c.time} style={{ animationDelay: `${delay}ms`, animationDuration: `${toast.ms}ms` }} />
    </div>
  )
}

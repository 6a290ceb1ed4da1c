import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../ui/toasts'

const told = 'comanda.screen-sleeps'

/**
 * Keeps the screen on while the kitchen screen is shown. Where the browser cannot (over plain http), a notice says once how the
 * device can.
 */
export function useScreenAwake() {
  const { t } = useTranslation()
  useEffect(() => {
    if (!('wakeLock' in navigator)) {
      if (localStorage.getItem(told)) return
      localStorage.setItem(told, 'told')
      showToast('warning', t('kitchen.screenSleeps'), t('kitchen.screenSleepsText'), 12_000)
      return
    }
    let lock: WakeLockSentinel | undefined
    let left = false
    // The lock is lost whenever another page is looked at.
    const take = async () => {
      if (document.visibilityState !== 'visible') return
      lock = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (left) void lock?.release()
    }
    void take()
    document.addEventListener('visibilitychange', take)
    return () => {
      left = true
      document.removeEventListener('visibilitychange', take)
      void lock?.release()
    }
  }, [t])
}

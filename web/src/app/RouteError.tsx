import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router'
import { FullPage } from '../ui/FullPage'
import { MainButton } from '../ui/MainButton'

const askAgainMs = 2_000
const patienceMs = 5_000

/** Shows that a screen could not be drawn or loaded: the connection is lost, or a new version has replaced its files. */
export function RouteError() {
  const { t } = useTranslation()
  const error = useRouteError()
  useEffect(() => console.error(error), [error])
  const isLost = useLostLine()
  return (
    <FullPage
      alert
      picture={<IconAlertTriangle size={56} stroke={1.6} />}
      title={t(isLost ? 'connection.offline' : 'crash.title')}
      text={t(isLost ? 'crash.lostText' : 'crash.text')}
    >
      <MainButton onClick={() => window.location.reload()}>{t('crash.reload')}</MainButton>
    </FullPage>
  )
}

/** Asks for the server until it answers, and reloads the page where it was away. */
function useLostLine() {
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let isLeft = false
    const ask = async (wasLost: boolean) => {
      const signal = AbortSignal.timeout(patienceMs)
      // A proxy answers 502 while the server starts.
      const isThere = await fetch('/api/public/company-info', { cache: 'no-store', signal }).then(
        ({ status }) => status < 500,
        () => false,
      )
      if (isLeft) return
      if (!isThere) timer = setTimeout(() => void ask(true), askAgainMs)
      else if (wasLost) window.location.reload()
      setLost(!isThere)
    }
    void ask(false)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [])
  return isLost
}

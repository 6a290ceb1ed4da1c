import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import { whenLicenceExpires, whenTotpIsMissing, whenWarned } from '../api/client'
import { queryClient } from '../api/query'
import { followSession } from '../api/realtime'
import { whenLicenceInactive } from '../data/licence/queries'
import { verifySession } from '../data/people/login'
import { localeOf } from '../i18n/locale'
import { currentUser, restoreSession, useSession } from '../session/session'
import { onForgotten } from '../session/vault'
import { guardBack } from '../ui/back'
import { firstScreenDrawn } from '../ui/firstScreen'
import { ToastHost } from '../ui/ToastHost'
import { showToast } from '../ui/toasts'
import { createRouter } from './router'
import { staleAfter } from './staleAfter'

export function App() {
  const [router] = useState(createRouter)

  useEffect(() => guardBack(router), [router])

  useEffect(() => {
    const toLicence = () => void router.navigate('/license-expired')
    whenLicenceExpires(toLicence)
    whenWarned((text) => showToast('warning', text))
    whenLicenceInactive(toLicence)
    whenTotpIsMissing(() => {
      const user = currentUser()
      if (!user || router.state.location.pathname === '/second-factor') return
      void useSession
        .getState()
        .update({ ...user, must_set_totp: true })
        .then(() => router.navigate('/second-factor'))
    })
    const readLocale = ({ status, session }: ReturnType<typeof useSession.getState>) =>
      status === 'starting' ? undefined : localeOf(session?.user.id ?? null)
    // The stored session may have been read before anything was drawn.
    readLocale(useSession.getState())
    const stopReading = useSession.subscribe(readLocale)
    void restoreSession().then((session) => session && verifySession())
    // Taps that were stored before a reload are sent on, whatever screen comes first.
    if (localStorage.getItem('comanda.taps')) void import('../features/orders/outbox')
    const stopFollowing = followSession(verifySession, staleAfter, firstScreenDrawn)
    const stopListening = onForgotten(() => useSession.getState().signOut())
    const stopWatching = useSession.subscribe((now, before) => {
      // Somebody who was never signed in may be on a page for the signed-out; the guards see to the other pages.
      if (now.status !== 'out' || before.status !== 'in') return
      queryClient.clear()
      void router.navigate('/login')
    })
    return () => {
      stopReading()
      stopFollowing()
      stopListening()
      stopWatching()
    }
  }, [router])

  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <ToastHost />
    </QueryClientProvider>
  )
}

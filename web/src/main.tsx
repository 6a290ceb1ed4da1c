import '@fontsource-variable/figtree/wght.css'
import './theme/tokens.css'
import './theme/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/App'
import { startLocale } from './i18n/locale'
import { restoreSession } from './session/session'
import { showColorScheme } from './theme/colorScheme'
import { firstScreenDrawn } from './ui/firstScreen'
import { surviveTranslation } from './ui/othersTexts'
import { chooseByArrows } from './ui/radioKeys'
import { keepVersionFresh } from './ui/version'

void restoreSession()
showColorScheme()
keepVersionFresh()
/*
 * Guests may have the public pages translated by their browser; the other screens stay in the words and figures of the
 * restaurant.
 */
const isPublic = /^\/c(onsulta)?(\/|$)/.test(window.location.pathname)
if (isPublic) {
  document.documentElement.translate = true
  document.querySelector('meta[content="notranslate"]')?.remove()
}
surviveTranslation(() => {
  if (!isPublic) void import('./ui/translated').then(({ warnOfTranslation }) => warnOfTranslation())
})
document.addEventListener('keydown', chooseByArrows)
/* It loads after the first screen: nobody taps twice before there is one. */
void firstScreenDrawn
  .then(() => import('./ui/secondTap'))
  .then(({ ignoreSecondTaps }) => ignoreSecondTaps())
  .catch(() => undefined)
/* Menus are popovers; Safari before 17 and Chrome before 114 have none. */
const popovers = () => ('popover' in HTMLElement.prototype ? undefined : import('@oddbird/popover-polyfill'))
const root = document.getElementById('root')
if (root) {
  void Promise.allSettled([startLocale(), popovers()]).then(() => createRoot(root).render(<App />))
}

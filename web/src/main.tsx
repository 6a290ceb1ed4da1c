import '@fontsource-variable/figtree/wght.css'
import './theme/tokens.css'
import './theme/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/App'
import { startLocale } from './i18n/locale'
import { showColorScheme } from './theme/colorScheme'
import { keepVersionFresh } from './ui/version'

showColorScheme()
keepVersionFresh()
/* Menus are popovers; Safari before 17 and Chrome before 114 have none. */
const popovers = () => ('popover' in HTMLElement.prototype ? undefined : import('@oddbird/popover-polyfill'))
const root = document.getElementById('root')
if (root) {
  void Promise.allSettled([startLocale(), popovers()]).then(() => createRoot(root).render(<App />))
}

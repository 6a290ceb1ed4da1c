import '@fontsource-variable/figtree/wght.css'
import './theme/tokens.css'
import './theme/base.css'
import './i18n/i18n'
import { createRoot } from 'react-dom/client'
import { App } from './app/App'
import { keepVersionFresh } from './app/version'
import { showColorScheme } from './theme/colorScheme'

showColorScheme()
keepVersionFresh()
const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)

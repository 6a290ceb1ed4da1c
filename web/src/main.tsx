import '@fontsource-variable/figtree/wght.css'
import './theme/tokens.css'
import './theme/base.css'
import './i18n/i18n'
import { createRoot } from 'react-dom/client'
import { App } from './app/App'
import { showColorScheme } from './theme/colorScheme'

showColorScheme()
const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)

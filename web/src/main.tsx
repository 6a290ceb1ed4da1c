import '@fontsource-variable/figtree/wght.css'
import './theme/tokens.css'
import './theme/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/App'
import { keepVersionFresh } from './ui/version'
import { startLocale } from './i18n/locale'
import { showColorScheme } from './theme/colorScheme'

showColorScheme()
keepVersionFresh()
const root = document.getElementById('root')
if (root) void startLocale().finally(() => createRoot(root).render(<App />))

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
const root = document.getElementById('root')
if (root) void startLocale().finally(() => createRoot(root).render(<App />))

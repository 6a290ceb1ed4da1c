import { useTranslation } from 'react-i18next'
import { useTitle } from '../../ui/title'
import { Brand } from '../../widgets/brand/Brand'
import c from './DownloadsScreen.module.css'
import { Installers } from './Installers'

/** The downloads page for a PC with printers, open without signing in: /descargas. */
export default function DownloadsScreen() {
  const { t } = useTranslation()
  useTitle(t('downloads.title'))
  return (
    <main className={c.page}>
      <div className={c.box}>
        <Brand />
        <h1>{t('downloads.title')}</h1>
        <p>{t('downloads.text')}</p>
        <Installers />
        <p>{t('downloads.then')}</p>
      </div>
    </main>
  )
}

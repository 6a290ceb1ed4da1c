import { IconBrandDebian, IconBrandWindows, IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Download } from '../../api/model'
import { megabytes } from '../../ui/format'
import { Failed, Loading } from '../../ui/LoadState'
import c from './Installers.module.css'
import { useDownloads } from './queries'

/** Lists the agent's installers on this server, each with its checksum; or says how the operator puts them there. */
export function Installers() {
  const { t } = useTranslation()
  const found = useDownloads()
  if (found.isPending) return <Loading label={t('downloads.title')} rows={1} />
  if (found.isError) {
    return <Failed title={t('downloads.failed')} error={found.error} onRetry={() => void found.refetch()} />
  }
  const rows = found.data.rows
  if (rows.length === 0) return <p className={c.none}>{t('downloads.none')}</p>
  return (
    <ul className={c.list}>
      {rows.map((row) => (
        <Installer key={row.file} row={row} />
      ))}
    </ul>
  )
}

function Installer({ row }: { row: Download }) {
  const { t } = useTranslation()
  const Glyph = row.platform === 'WINDOWS' ? IconBrandWindows : IconBrandDebian
  return (
    <li>
      <a href={row.path} download={row.file} className={c.get}>
        <Glyph size={24} stroke={1.7} aria-hidden="true" />
        <span>
          <b>{t(`downloads.platform.${row.platform}`)}</b>
          <small>
            {t('downloads.facts', { version: row.version, size: megabytes(row.size_bytes) })}
            {row.fits ? '' : ` · ${t('downloads.other')}`}
          </small>
        </span>
        <IconDownload size={20} stroke={1.9} aria-hidden="true" />
      </a>
      <details className={c.sum}>
        <summary>{t('downloads.checksum')}</summary>
        <code>{row.sha256}</code>
      </details>
    </li>
  )
}

import { Button } from '@mantine/core'
import { type Icon, IconAlertTriangle, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../../ui/toasts'
import p from './Parts.module.css'
import c from './Register.module.css'
import { exportTrouble } from './saveExport'

interface Props {
  icon: Icon
  /** The file's name; null where it cannot be made. */
  name: string | null
  /** The name shown when there is no file. */
  none?: string
  text: string
  main?: boolean
  waits: boolean
  save: () => Promise<void>
}

/** Shows a file of a month with the name under which it is saved. */
export function FileCard({ icon: Glyph, name, none, text, main, waits, save }: Props) {
  const { t } = useTranslation()
  const [isSaving, setSaving] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const download = async () => {
    setSaving(true)
    setTrouble(null)
    try {
      await save()
      showToast('success', t('register.exported'), name ?? undefined)
    } catch (error) {
      const why = exportTrouble(error)
      setTrouble(why)
      showToast('danger', t('register.exportFailed'), why)
    } finally {
      setSaving(false)
    }
  }
  return (
    <div className={p.file}>
      <Glyph size={30} stroke={1.6} aria-hidden="true" />
      <div>
        <b>{name ?? none}</b>
        <span>{name === null ? t('register.noRuc') : text}</span>
      </div>
      {name === null ? null : (
        <Button
          variant={main ? 'filled' : 'default'}
          aria-label={t('register.downloadFile', { file: name })}
          loading={isSaving}
          disabled={waits}
          leftSection={<IconDownload size={18} stroke={1.9} aria-hidden="true" />}
          onClick={() => void download()}
        >
          {t('register.download')}
        </Button>
      )}
      {trouble ? (
        <p className={c.failed} role="alert">
          <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
          <span>
            {t('register.exportFailed')}: {trouble}
          </span>
        </p>
      ) : null}
    </div>
  )
}

import { Button } from '@mantine/core'
import { type Icon, IconAlertTriangle, IconDownload, IconFileTypeCsv, IconFileZip } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SalesRegister } from '../../../api/model'
import { showToast } from '../../../ui/toasts'
import p from './Parts.module.css'
import c from './Register.module.css'
import { exportTrouble, saveExport } from './saveExport'

/** The two files of a month by the names that they are saved under. */
export function FileCards({ register, waits }: { register: SalesRegister; waits: boolean }) {
  const { t } = useTranslation()
  const { year, month, include_sale_notes: notas_de_venta } = register
  return (
    <section className={c.files} aria-label={t('register.files')}>
      <FileCard
        icon={IconFileTypeCsv}
        name={register.csv_file_name}
        text={t('register.csvText')}
        waits={waits}
        save={() => saveExport('/accounting/export-sales-report', 'CSV', { year, month, notas_de_venta })}
      />
      <FileCard
        main
        icon={IconFileZip}
        name={register.rvie_file_name ?? null}
        text={t('register.rvieText')}
        waits={waits}
        save={() => saveExport('/accounting/rvie', 'ZIP', { year, month })}
      />
    </section>
  )
}

interface Props {
  icon: Icon
  /** Null where it cannot be made. */
  name: string | null
  text: string
  main?: boolean
  waits: boolean
  save: () => Promise<void>
}

function FileCard({ icon: Glyph, name, text, main, waits, save }: Props) {
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
        <b>{name ?? t('register.rvieNone')}</b>
        <span>{name === null ? t('register.rvieNoneText') : text}</span>
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

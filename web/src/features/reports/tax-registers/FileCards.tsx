import { IconFileTypeCsv, IconFileZip } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SalesRegister } from '../../../api/model'
import { FileCard } from './FileCard'
import c from './Register.module.css'
import { saveExport } from './saveExport'

/** Shows the two files of a month with the names under which they are saved. */
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
        none={t('register.rvieNone')}
        text={t('register.rvieText')}
        waits={waits}
        save={() => saveExport('/accounting/rvie', 'ZIP', { year, month })}
      />
    </section>
  )
}

import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconMinus, IconPencil, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportLine, ImportReport } from '../../api/model'
import c from './SheetDialog.module.css'
import type { Sheet } from './sheets'

/** This many lines are shown at once; a file may have thousands. */
const step = 100

const signs = { CREATE: IconPlus, CHANGE: IconPencil, SAME: IconMinus, ERROR: IconAlertTriangle } as const
/* Errors come first, because they have to be mended. */
const order = ['ERROR', 'CREATE', 'CHANGE', 'SAME'] as const

/** Shows what the import would do, line by line. */
export function PreviewTable({ sheet, report }: { sheet: Sheet; report: ImportReport }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(step)
  const lines = order.flatMap((outcome) => report.lines.filter((line) => line.outcome === outcome))
  return (
    <>
      <p className={c.sum} role="status" data-bad={report.failed > 0 || undefined}>
        {report.failed > 0 ? (
          <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
        ) : (
          <IconCheck size={20} stroke={2.2} aria-hidden="true" />
        )}
        <span>
          {report.failed > 0 ? `${t('import.failed', { count: report.failed })} ` : null}
          {t('import.sum', { created: report.created, changed: report.changed, same: report.same })}
          {report.new_categories.length > 0
            ? ` ${t('import.newCategories', { count: report.new_categories.length, names: report.new_categories.join(', ') })}`
            : null}
        </span>
      </p>
      <table className={c.table}>
        <caption className="sr">{t('import.preview')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('import.line')}</th>
            <th scope="col">{t(`import.of.${sheet}.one`)}</th>
            <th scope="col">{t('import.what')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, shown).map((line) => (
            <Line key={line.line} line={line} />
          ))}
        </tbody>
      </table>
      {lines.length > shown ? (
        <Button variant="default" onClick={() => setShown(shown + step)}>
          {t('import.more', { count: lines.length - shown })}
        </Button>
      ) : null}
    </>
  )
}

function Line({ line }: { line: ImportLine }) {
  const { t } = useTranslation()
  const Sign = signs[line.outcome]
  return (
    <tr data-outcome={line.outcome}>
      <td className={c.number}>{line.line}</td>
      <th scope="row">{line.name || t('import.noName')}</th>
      <td>
        <span className={c.outcome}>
          <Sign size={17} stroke={2} aria-hidden="true" />
          {t(`import.outcomes.${line.outcome}`)}
        </span>
        {line.errors.map((error) => (
          <p key={`${error.column} ${error.message}`} className={c.error}>
            {error.column ? <b>{error.column}: </b> : null}
            {error.message}
          </p>
        ))}
        {line.outcome === 'CHANGE'
          ? line.changes.map((change) => (
              <p key={change.column} className={c.change}>
                <b>{change.column}:</b> <s>{change.before || t('import.empty')}</s>{' '}
                <span className="sr">{t('import.becomes')}</span> {change.after || t('import.empty')}
              </p>
            ))
          : null}
      </td>
    </tr>
  )
}

import { Button } from '@mantine/core'
import { IconCheck, IconClockHour4, IconCopy, IconFileTypePdf } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { errorText } from '../../api/errors'
import type { PaperSheet, Printer } from '../../api/model'
import { openPdf } from '../../api/pdf'
import { ConnectionPill, LostBar } from '../../ui/Connection'
import { timeOrDateTime } from '../../ui/format'
import { Empty, Failed, Loading } from '../../ui/LoadState'
import { useNow } from '../../ui/now'
import { BarTitle, TopBar } from '../../ui/TopBar'
import { showToast } from '../../ui/toasts'
import { UserMenu } from '../../widgets/user-menu/UserMenu'
import { useReprintJob } from './mutations'
import { PaperLane } from './PaperLane'
import c from './PaperScreen.module.css'
import { usePaper, usePrinters } from './queries'
import { useDocumentName } from './useDocumentName'

/** Shows the documents of virtual printers, as they would hang out of them. */
export default function PaperScreen() {
  const { t } = useTranslation()
  const id = Number(useParams().printerId)
  const navigate = useNavigate()
  const printers = usePrinters()
  const virtual = printers.data?.rows.filter((printer) => printer.type === 'VIRTUAL') ?? []
  const printer = virtual.find((each) => each.id === id)
  return (
    <div className={c.screen}>
      <TopBar
        left={
          <BarTitle to="/printers" back={t('printing.paper.back')} title={t('printing.paper.title')}>
            <span>{t('printing.paper.text')}</span>
          </BarTitle>
        }
        right={
          <>
            <ConnectionPill />
            <UserMenu />
          </>
        }
      />
      <LostBar />
      {printer ? (
        <>
          <nav className={c.tabs} aria-label={t('printing.paper.pick')}>
            {virtual.map((each) => (
              <button
                key={each.id}
                type="button"
                aria-pressed={each.id === id}
                onClick={() => void navigate(`/printers/${each.id}/paper`, { replace: true })}
              >
                {each.name}
              </button>
            ))}
          </nav>
          <Body key={id} printer={printer} />
        </>
      ) : printers.isError ? (
        <Failed title={t('printing.failed')} error={printers.error} onRetry={() => void printers.refetch()} />
      ) : printers.isPending ? (
        <Loading label={t('printing.loading')} rows={2} height={240} />
      ) : (
        <Empty title={t('printing.paper.noneVirtual')} />
      )}
    </div>
  )
}

function Body({ printer }: { printer: Printer }) {
  const paper = usePaper(printer.id)
  const sheets = paper.data?.rows ?? []
  const [picked, setPicked] = useState<string | null>(null)
  const sheet = sheets.find((each) => each.job_id === picked) ?? sheets[0]
  return (
    <main className={c.body}>
      <PaperLane
        printer={printer}
        sheets={sheets}
        picked={sheet?.job_id ?? null}
        loading={paper.isPending}
        error={paper.error}
        onRetry={() => void paper.refetch()}
      />
      {sheet ? <Side sheets={sheets} sheet={sheet} onPick={setPicked} /> : null}
    </main>
  )
}

interface SideProps {
  sheets: PaperSheet[]
  sheet: PaperSheet
  onPick: (jobId: string) => void
}

/** Shows the chosen document, as a file or a copy; and all others to choose from. */
function Side({ sheets, sheet, onPick }: SideProps) {
  const { t } = useTranslation()
  const now = useNow()
  const nameOf = useDocumentName()
  const reprint = useReprintJob()
  const pick = (each: PaperSheet) => {
    onPick(each.job_id)
    document.getElementById(`paper-${each.job_id}`)?.scrollIntoView({ block: 'start' })
  }
  const download = () =>
    openPdf(`/print-jobs/${sheet.job_id}/pdf`).catch((error) => showToast('danger', errorText(error)))
  return (
    <aside className={c.side}>
      <h2>{nameOf(sheet.document)}</h2>
      <p>{timeOrDateTime(sheet.finished_at ?? sheet.created_at, now)}</p>
      <Button
        fullWidth
        className={c.act}
        leftSection={<IconFileTypePdf size={20} stroke={1.9} aria-hidden="true" />}
        onClick={() => void download()}
      >
        {t('printing.paper.pdf')}
      </Button>
      <Button
        fullWidth
        variant="default"
        className={c.act}
        loading={reprint.isPending}
        leftSection={<IconCopy size={20} stroke={1.9} aria-hidden="true" />}
        onClick={() => reprint.mutate(sheet.job_id)}
      >
        {t('printing.paper.reprint')}
      </Button>
      <h3>{t('printing.paper.recent')}</h3>
      <ul>
        {sheets.map((each) => (
          <li key={each.job_id}>
            <button type="button" aria-pressed={each.job_id === sheet.job_id} onClick={() => pick(each)}>
              {each.state === 'DONE' ? (
                <IconCheck size={18} stroke={2.4} aria-hidden="true" />
              ) : (
                <IconClockHour4 size={18} stroke={2} aria-hidden="true" data-waiting />
              )}
              <b>{nameOf(each.document)}</b>
              <time>{timeOrDateTime(each.finished_at ?? each.created_at, now)}</time>
            </button>
          </li>
        ))}
      </ul>
    </aside>
  )
}

import { Button } from '@mantine/core'
import { IconDeviceFloppy, IconEraser } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/ConfirmDialog'
import { timeOrDateTime } from '../../../ui/format'
import { Key } from '../../../ui/Key'
import { useNow } from '../../../ui/now'
import { OfficePage } from '../../../ui/OfficePage'
import { useShortcuts } from '../../../ui/shortcuts'
import { isEmpty } from '../draft'
import { FromXmlButton } from '../from-xml/FromXmlButton'
import { hasLines, isNote } from '../kinds'
import { LinesCard } from './LinesCard'
import c from './NewPurchase.module.css'
import { NoteHead } from './NoteHead'
import { PaperHead } from './PaperHead'
import { PaymentCard } from './PaymentCard'
import { PeriodHead } from './PeriodHead'
import { SumsCard } from './SumsCard'
import { type NewPurchaseState, useNewPurchase } from './useNewPurchase'

/** Records a purchase from the document that came with it, with a keyboard alone or a finger. */
export function NewPurchaseScreen() {
  const { t } = useTranslation()
  const work = useNewPurchase()
  const now = useNow()
  const [dropping, setDropping] = useState(false)
  const { draft, missing, keptAt } = work
  useShortcuts({
    F4:
      work.active !== null &&
      (() => {
        work.toggle()
        work.go(`${work.active}.price`)
      }),
    F8: work.save,
  })
  return (
    <OfficePage
      title={t('purchases.new')}
      summary={
        keptAt === null ? (
          t('purchases.newText')
        ) : (
          <span className={c.kept}>
            <IconDeviceFloppy size={18} stroke={1.8} aria-hidden="true" />
            {t('purchases.kept', { at: timeOrDateTime(keptAt, now) })}
          </span>
        )
      }
      actions={
        isEmpty(draft) ? (
          <FromXmlButton />
        ) : (
          <Button
            variant="default"
            leftSection={<IconEraser size={20} stroke={1.8} aria-hidden="true" />}
            onClick={() => setDropping(true)}
          >
            {t('purchases.discard')}
          </Button>
        )
      }
    >
      <div className={c.page}>
        <PaperHead work={work} />
        {isNote(draft.document) ? <NoteHead work={work} /> : null}
        <PeriodHead work={work} />
        <div className={c.columns}>
          <div className={c.left}>
            {hasLines(draft) ? (
              <>
                <LinesCard work={work} />
                <LineKeys />
              </>
            ) : (
              <p className={c.hint}>{t('purchases.noLines')}</p>
            )}
          </div>
          <div className={c.right}>
            <SumsCard work={work} />
            <PaymentCard work={work} />
            <SaveBar missing={missing} saving={work.saving} onSave={work.save} />
          </div>
        </div>
      </div>
      {dropping ? (
        <ConfirmDialog
          title={t('purchases.discardTitle')}
          text={t('purchases.discardText')}
          action={t('purchases.discardYes')}
          onConfirm={() => {
            work.drop()
            setDropping(false)
            work.go('provider')
          }}
          onClose={() => setDropping(false)}
        />
      ) : null}
    </OfficePage>
  )
}

/** Shows which keys go on from a line. */
function LineKeys() {
  const { t } = useTranslation()
  return (
    <p className={c.keys} aria-hidden="true">
      <Key>Enter</Key> {t('purchases.keyEnter')}
      <Key>↑</Key> {t('purchases.keyUp')}
      <Key>F4</Key> {t('purchases.keyTotal')}
    </p>
  )
}

interface SaveProps extends Pick<NewPurchaseState, 'missing' | 'saving'> {
  onSave: () => void
}

/** Saves the purchase, or says what it lacks. */
function SaveBar({ missing, saving, onSave }: SaveProps) {
  const { t } = useTranslation()
  return (
    <div className={c.save}>
      <Button
        fullWidth
        className={c.go}
        disabled={missing !== null}
        loading={saving}
        rightSection={<Key onAction>F8</Key>}
        onClick={onSave}
      >
        {t('purchases.save')}
      </Button>
      <p role="status">
        {missing
          ? t(`purchases.missing.${missing.why}`, { name: 'name' in missing ? missing.name : '' })
          : null}
      </p>
    </div>
  )
}

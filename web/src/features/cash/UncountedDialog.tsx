import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog'
import { money } from '../../ui/format'
import c from '../../widgets/cash/CashDialog.module.css'

interface Props {
  /** The names of the slots that were skipped. */
  names: string[]
  /** True when no note and no coin was counted; that the drawer is empty is confirmed separately. */
  noCash: boolean
  onGoOn: () => void
  onFinish: () => void
}

/** Asks whether slots that were not counted are zero, before they are taken as such. */
export function UncountedDialog({ names, noCash, onGoOn, onFinish }: Props) {
  const { t } = useTranslation()
  const title = t(noCash ? 'cash.noCash' : 'cash.stillToCount')
  return (
    <Dialog label={title} onClose={onGoOn}>
      <div className={c.form}>
        <header className={c.head}>
          <h2>{title}</h2>
        </header>
        <p className={c.about}>
          {noCash ? (
            t('cash.noCashText', { zero: money(0) })
          ) : (
            <>
              <b>{names.join(', ')}</b>
              <br />
              {t('cash.stillToCountText')}
            </>
          )}
        </p>
        <Button className={c.go} data-autofocus onClick={onGoOn}>
          {t(noCash ? 'cash.countCash' : 'cash.goOnCounting')}
        </Button>
        <Button variant="default" className={c.go} onClick={onFinish}>
          {t(noCash ? 'cash.drawerEmpty' : 'cash.finishWithZero')}
        </Button>
      </div>
    </Dialog>
  )
}

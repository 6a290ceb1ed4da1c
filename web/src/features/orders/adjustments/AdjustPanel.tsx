import { IconShieldLock } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Line, Totals } from '../../../api/model'
import { amount, centimos } from '../../../ui/format'
import { digitKeys, useShortcuts } from '../../../ui/shortcuts'
import { PanelFoot, WorkPanel } from '../../../ui/WorkPanel'
import c from './Panel.module.css'
import { PanelError } from './PanelError'
import type { Asking, useAdding } from './useAdding'

/** What a panel that changes the account's total is told. */
export interface AdjustProps {
  requestId: number
  lines: Line[]
  totals: Totals
  place: string
  /** Told what the account would come to, so that it can be shown. */
  onPreview?: (totals: Totals | null) => void
  onClose: () => void
}

interface Props extends Pick<AdjustProps, 'place' | 'onPreview' | 'onClose'> {
  title: string
  adding: ReturnType<typeof useAdding>
  /** A digit of the keyboard. */
  press: (key: string) => void
  /** What the account comes to before and after, in céntimos; null while something is missing. */
  comes: { from: number; to: number } | null
  /** How it is said: that it falls or rises. */
  says: 'adjust.falls' | 'adjust.rises'
  /** Read before going on. */
  warning?: ReactNode
  /** What the button says. */
  go: string
  asking: Asking
  /** What it is, and why. */
  left: ReactNode
  /** How much. */
  right: ReactNode
}

/** A discount or charge as it is put together: what it is, how much, what the account comes to; and its keys. */
export function AdjustPanel(props: Props) {
  const { title, place, adding, press, comes, says, onPreview, onClose } = props
  const { t } = useTranslation()
  const { preview } = adding
  useShortcuts({ Enter: adding.go, ...digitKeys(press) })
  const tell = useEffectEvent((totals: Totals | null) => onPreview?.(totals))
  useEffect(() => tell(preview?.totals ?? null), [preview])
  useEffect(() => () => tell(null), [])
  return (
    <WorkPanel
      label={title}
      title={title}
      text={place}
      close={t('adjust.close')}
      onClose={onClose}
      takesKeys
      bodyClass={c.columns}
      foot={
        <PanelFoot
          sum={
            <>
              <PanelError error={adding.error} />
              {props.warning}
              {comes && !adding.error ? (
                <span>
                  {t(says, {
                    from: amount(comes.from),
                    to: amount(preview ? centimos(preview.totals.total) : comes.to),
                  })}
                </span>
              ) : null}
            </>
          }
          disabled={!comes || adding.error !== null}
          busy={adding.busy}
          icon={preview?.needs_pin ? <IconShieldLock size={22} stroke={1.9} aria-hidden="true" /> : undefined}
          onGo={adding.go}
        >
          {props.go}
        </PanelFoot>
      }
      above={adding.dialog(props.asking)}
    >
      <div className={c.column}>{props.left}</div>
      <div className={c.column}>{props.right}</div>
    </WorkPanel>
  )
}

import { IconShieldLock } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Line, Totals } from '../../../api/model'
import { amount, centimos } from '../../../ui/format'
import { digitKeys, useShortcuts } from '../../../ui/shortcuts'
import { PanelFoot, WorkPanel } from '../../../ui/WorkPanel'
import c from './Panel.module.css'
import { PanelError } from './PanelError'
import type { AdjustmentQuestion, useAdding } from './useAdding'

/** The props of a panel that changes the account's total. */
export interface AdjustProps {
  requestId: number
  lines: Line[]
  totals: Totals
  place: string
  /** It is called with the totals that the account would have, so that they can be shown. */
  onPreview?: (totals: Totals | null) => void
  onClose: () => void
}

interface Props extends Pick<AdjustProps, 'place' | 'onPreview' | 'onClose'> {
  title: string
  adding: ReturnType<typeof useAdding>
  /** It is called with a digit of the keyboard. */
  press: (key: string) => void
  /** The account's total before and after, in céntimos; null while something is missing. */
  comes: { from: number; to: number } | null
  /** Says that the total falls or rises. */
  says: 'adjust.falls' | 'adjust.rises'
  /** A warning to read before going on. */
  warning?: ReactNode
  /** The label of the button. */
  go: string
  asking: AdjustmentQuestion
  /** The fields of the kind and the reason. */
  left: ReactNode
  /** The fields of the amount. */
  right: ReactNode
}

/** Frames a discount or charge: its kind, its amount, the resulting total, and its buttons. */
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

import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { amount, centimos, money } from '../../../ui/format'
import { Card } from '../../../ui/OfficePage'
import { saysIgv } from '../kinds'
import { ApartFields } from './ApartFields'
import { Digits } from './Digits'
import c from './NewPurchase.module.css'
import type { NewPurchaseState } from './useNewPurchase'

/** Compares the document's total with the sum of the lines, until they agree. */
export function SumsCard({ work }: { work: NewPurchaseState }) {
  const { t } = useTranslation()
  const { draft, sums, errors, igvPercent } = work
  const lawful = Number(work.rules?.igv_percent ?? 0)
  const paper = centimos(draft.paper)
  const off = paper - sums.total
  const share = paper > 0 ? Math.min(100, Math.max(0, (sums.total / paper) * 100)) : 0
  return (
    <Card label={t('purchases.sums')}>
      <div className={c.sums}>
        <div className={c.said}>
          <span>{t('purchases.paperSays')}</span>
          <Digits
            label={t('purchases.paperSays')}
            bare
            at="paper"
            least={2}
            className={c.paperTotal}
            value={draft.paper}
            error={errors.total}
            onChange={(text) => work.changeField({ paper: text })}
            onKeyDown={(event) => {
              if (event.key === 'Enter') work.save()
            }}
          />
        </div>
        {draft.document === 'FACTURA' && lawful > 0 && !draft.igvOf ? (
          <div className={c.igvLine}>
            <span>{t('purchases.igvRate', { percent: lawful })}</span>
            <Digits
              label={t('purchases.igvRateLabel')}
              bare
              at="igv_percent"
              usual={String(lawful)}
              value={draft.igv_percent}
              error={errors.igv_percent}
              onChange={(igv_percent) => work.changeField({ igv_percent })}
            />
          </div>
        ) : null}
        {igvPercent === 0 || draft.igv !== '' ? null : (
          <div className={c.igvLine}>
            <span>{t('purchases.igvAdded', { percent: igvPercent })}</span>
            <span>{amount(sums.igv)}</span>
          </div>
        )}
        {saysIgv(draft.document, draft.modifies.document) ? (
          <div className={c.igvLine}>
            <span>{t('purchases.igvSaid')}</span>
            <Digits
              label={t('purchases.igvSaid')}
              bare
              at="igv"
              least={2}
              value={draft.igv}
              error={errors.igv}
              onChange={(igv) => work.changeField({ igv, igvOf: null })}
            />
          </div>
        ) : null}
        <ApartFields work={work} />
        <div className={c.have}>
          <span>{t('purchases.have')}</span>
          <b>{amount(sums.total)}</b>
        </div>
        <div className={c.bar} aria-hidden="true" data-over={off < 0 || undefined}>
          <span style={{ width: `${share}%` }} />
        </div>
      </div>
      <Difference off={draft.paper === '' ? null : off} total={sums.total} />
    </Card>
  )
}

/** Says how far the sum of the lines is from the document's total (`off`, céntimos), which may not be typed yet. */
function Difference({ off, total }: { off: number | null; total: number }) {
  const { t } = useTranslation()
  return (
    <p className={c.off} role="status" data-tone={off === null ? undefined : off === 0 ? 'good' : 'warning'}>
      {off === null ? (
        <span>{t('purchases.paperMissing')}</span>
      ) : off === 0 ? (
        <>
          <IconCircleCheck size={22} stroke={2} aria-hidden="true" />
          <span>{t('purchases.agrees')}</span>
          <b>{money(total)}</b>
        </>
      ) : (
        <>
          <IconAlertTriangle size={22} stroke={2} aria-hidden="true" />
          <span>{t(off > 0 ? 'purchases.short' : 'purchases.over')}</span>
          <b>{money(Math.abs(off))}</b>
        </>
      )}
    </p>
  )
}

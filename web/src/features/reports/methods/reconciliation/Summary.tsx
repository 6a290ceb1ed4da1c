import {
  IconArrowsLeftRight,
  IconCheck,
  IconCircleDashed,
  IconLink,
  IconMessageCheck,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Reconciliation } from '../../../../api/model'
import { number } from '../../../../i18n/region'
import { amount, centimos, signed } from '../../../../ui/format'
import { type GroupKind, groupKinds, sumsOfKind } from './cases'
import c from './Reconciliation.module.css'

const glyphs: Record<GroupKind, typeof IconLink> = {
  LIKELY: IconLink,
  OTHER_AMOUNT: IconArrowsLeftRight,
  ONLY_COMANDA: IconCircleDashed,
  ONLY_FILE: IconCircleDashed,
  CLEARED: IconMessageCheck,
}

/** Shows what agrees and what does not; the parts add up to the difference. */
export function Summary({ found }: { found: Reconciliation }) {
  const { t } = useTranslation()
  const kinds = groupKinds.filter((kind) => kind !== 'CLEARED' || found.cleared.count > 0)
  return (
    <dl className={c.summary}>
      <div>
        <dt data-tone="good">
          <IconCheck size={17} stroke={2.2} aria-hidden="true" />
          {t('reconciliation.kinds.MATCHED')}
        </dt>
        <dd>
          <b>{number(found.matched.count)}</b>
          <span>{amount(centimos(found.matched.file))}</span>
        </dd>
      </div>
      {kinds.map((kind) => {
        const sums = sumsOfKind(found, kind)
        const Glyph = glyphs[kind]
        return (
          <div key={kind}>
            <dt data-tone={kind === 'CLEARED' || sums.count === 0 ? undefined : 'warning'}>
              <Glyph size={17} stroke={2} aria-hidden="true" />
              {t(`reconciliation.kinds.${kind}`, { name: found.name })}
            </dt>
            <dd>
              <b>{number(sums.count)}</b>
              <span>{signed(centimos(sums.difference))}</span>
            </dd>
          </div>
        )
      })}
      <div className={c.total}>
        <dt>{t('reconciliation.difference')}</dt>
        <dd>
          <b>{signed(centimos(found.totals.difference))}</b>
        </dd>
      </div>
    </dl>
  )
}

import { IconAlertTriangle, IconPencil } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { allergyWords } from '../../../data/orders/allergy'
import '../../../i18n/allergy'
import type { OrderScreenState } from '../useOrderScreen'
import c from './AllergyBand.module.css'

/** Says what somebody at the account must avoid, always in sight; a tap edits it. */
export function AllergyBand({ work }: { work: OrderScreenState }) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className={c.band}
      disabled={work.closed}
      onClick={() => work.show.dialog('allergy')}
    >
      <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
      <b>{t('allergy.band', { what: allergyWords(work.request, t) })}</b>
      {work.closed ? null : (
        <>
          <IconPencil size={18} stroke={1.9} aria-hidden="true" />
          <span className="sr">{t('allergy.edit')}</span>
        </>
      )}
    </button>
  )
}

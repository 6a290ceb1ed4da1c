import { IconGift } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SalesRegister } from '../../../api/model'
import { centimos, money } from '../../../ui/format'
import c from './Register.module.css'

/** What SUNAT heard of courtesies, which no column of the register says; nothing where there were none. */
export function Courtesies({ register }: { register: SalesRegister }) {
  const { t } = useTranslation()
  const { documents, value, igv } = register.courtesies
  if (documents === 0) return null
  return (
    <p className={c.notice}>
      <IconGift size={20} stroke={2} aria-hidden="true" />
      <span>
        {t('register.courtesies', {
          count: documents,
          value: money(centimos(value)),
          igv: money(centimos(igv)),
        })}
      </span>
    </p>
  )
}

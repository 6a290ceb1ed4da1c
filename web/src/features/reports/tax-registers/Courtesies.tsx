import { IconGift } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SalesRegister } from '../../../api/model'
import { centimos, money } from '../../../ui/format'
import c from './Register.module.css'

/** What SUNAT heard of courtesies, which no column of the register says, and what no document lists; nothing where there were none. */
export function Courtesies({ register }: { register: SalesRegister }) {
  const { t } = useTranslation()
  const { courtesies: listed, unlisted_courtesies: unlisted } = register
  return (
    <>
      {listed.documents > 0 ? (
        <Notice
          text={t('register.courtesies', {
            count: listed.documents,
            value: money(centimos(listed.value)),
            igv: money(centimos(listed.igv)),
          })}
        />
      ) : null}
      {unlisted.accounts > 0 ? (
        <Notice
          text={t('register.unlisted', {
            count: unlisted.accounts,
            value: money(centimos(unlisted.value)),
          })}
        />
      ) : null}
    </>
  )
}

function Notice({ text }: { text: string }) {
  return (
    <p className={c.notice}>
      <IconGift size={20} stroke={2} aria-hidden="true" />
      <span>{text}</span>
    </p>
  )
}

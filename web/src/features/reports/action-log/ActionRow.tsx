import { IconChevronDown, IconShieldCheck } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionLogEntry } from '../../../api/model'
import { centimos, dateTime, money } from '../../../ui/format'
import c from './ActionLogTab.module.css'
import { changesOf, deviceOf } from './actionLogTexts'

/** Shows one action; a tap shows the values before and after. */
export function ActionRow({ entry }: { entry: ActionLogEntry }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const detail = useId()
  return (
    <li className={c.row}>
      <button type="button" aria-expanded={open} aria-controls={detail} onClick={() => setOpen(!open)}>
        <span className={c.what}>
          <b>{entry.action}</b>
          <span>{[entry.label, entry.reason].filter(Boolean).join(' · ')}</span>
        </span>
        <span className={c.who}>
          <span>{entry.user_name ?? t('options.log.nobody')}</span>
          {entry.approver_name ? (
            <span className={c.allowed}>
              <IconShieldCheck size={14} stroke={2} aria-hidden="true" />
              {t('options.log.allowedBy', { name: entry.approver_name })}
            </span>
          ) : null}
        </span>
        <span className={c.amount}>{entry.amount == null ? '' : money(centimos(entry.amount))}</span>
        <time className={c.at} dateTime={entry.at}>
          {dateTime(entry.at)}
        </time>
        <IconChevronDown size={20} className={c.chevron} aria-hidden="true" />
      </button>
      <div id={detail} hidden={!open}>
        {open ? <Detail entry={entry} /> : null}
      </div>
    </li>
  )
}

function Detail({ entry }: { entry: ActionLogEntry }) {
  const { t } = useTranslation()
  const changes = changesOf(entry.before, entry.after)
  return (
    <div className={c.detail}>
      {changes.length > 0 ? (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('options.log.field.what')}</th>
              <th scope="col">{t('options.log.before')}</th>
              <th scope="col">{t('options.log.after')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <tr key={change.name}>
                <th scope="row">{change.name}</th>
                <td>{change.before ?? '—'}</td>
                <td>{change.after ?? '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p>{t('options.log.noChange')}</p>
      )}
      <p>
        {[
          entry.reason ? t('options.log.because', { reason: entry.reason }) : null,
          entry.device ? t('options.log.device', { device: deviceOf(entry.device) }) : null,
          entry.address ? t('options.log.address', { address: entry.address }) : null,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  )
}

import { Button, Select } from '@mantine/core'
import { IconDownload, IconFileTypeXls } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { errorText } from '../../../api/errors'
import { downloadFile } from '../../../api/pdf'
import { useRegister } from '../../../data/inventory/queries'
import { DialogForm, goButton, secondButton } from '../../../ui/DialogForm'
import { lastMonths, monthText } from '../../../ui/dates/months'
import { centimos, money } from '../../../ui/format'
import { Failed, Loading } from '../../../ui/LoadState'
import { useDialogElement } from '../../../ui/layers'
import { showToast } from '../../../ui/toasts'
import c from './RegisterDialog.module.css'

const offered = 24
/* More items than these are not read here: one looks at the stock instead. */
const shown = 6
const figures = ['initial', 'entries', 'exits', 'final'] as const

/** Shows the tax authority's register of a month: its totals, what to check first, and its files. */
export function RegisterDialog({ today, onClose }: { today: string; onClose: () => void }) {
  const { t } = useTranslation()
  const [month, setMonth] = useState(today.slice(0, 7))
  const found = useRegister(month)
  const register = found.data
  const save = (format: 'txt' | 'xlsx') =>
    downloadFile('/stock/register/file', { month, format }).then(
      () => showToast('success', t('kardex.exported'), monthText(month)),
      (error) => showToast('danger', t('kardex.exportFailed'), errorText(error)),
    )
  return (
    <DialogForm title={t('kardex.register.title')} text={t('kardex.register.text')} onClose={onClose}>
      <MonthField month={month} today={today} onChange={setMonth} />
      {register ? (
        <>
          <dl className={c.figures} data-stale={found.isPlaceholderData || undefined}>
            {figures.map((figure) => (
              <div key={figure}>
                <dt>{t(`kardex.register.${figure}`)}</dt>
                <dd>{money(centimos(register[`${figure}_value`]))}</dd>
              </div>
            ))}
          </dl>
          <p className={c.size}>
            {t('kardex.register.size', { lines: register.lines, items: register.items })}
          </p>
          {register.problems_count > 0 ? (
            <section
              className={c.problems}
              aria-label={t('kardex.register.problems', { count: register.problems_count })}
            >
              <b>{t('kardex.register.problems', { count: register.problems_count })}</b>
              <ul>
                {register.problems.slice(0, shown).map((problem) => (
                  <li key={`${problem.item_type}${problem.item_id}${problem.what}`}>
                    <Link
                      to={`/inventory/kardex?item=${problem.item_type}:${problem.item_id}`}
                      onClick={onClose}
                    >
                      {problem.name}
                    </Link>
                    {`: ${t(`kardex.register.faults.${problem.what}`)}`}
                  </li>
                ))}
              </ul>
              {register.problems_count > shown ? (
                <span>{t('kardex.register.more', { count: register.problems_count - shown })}</span>
              ) : null}
            </section>
          ) : null}
        </>
      ) : found.isError ? (
        <Failed
          title={t('kardex.register.failed')}
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <Loading label={t('kardex.register.title')} rows={3} height={40} />
      )}
      <Button
        className={goButton}
        disabled={!register}
        leftSection={<IconDownload size={20} stroke={1.9} aria-hidden="true" />}
        onClick={() => void save('txt')}
      >
        {t('kardex.register.txt')}
      </Button>
      <Button
        className={secondButton}
        variant="default"
        disabled={!register}
        leftSection={<IconFileTypeXls size={20} stroke={1.9} aria-hidden="true" />}
        onClick={() => void save('xlsx')}
      >
        {t('kardex.register.xlsx')}
      </Button>
    </DialogForm>
  )
}

function MonthField(props: { month: string; today: string; onChange: (month: string) => void }) {
  const { t } = useTranslation()
  const within = useDialogElement()
  return (
    <Select
      label={t('kardex.register.month')}
      data={lastMonths(props.today, offered).map((value) => ({ value, label: monthText(value) }))}
      value={props.month}
      allowDeselect={false}
      comboboxProps={{ portalProps: { target: within ?? undefined } }}
      onChange={(value) => value && props.onChange(value)}
    />
  )
}

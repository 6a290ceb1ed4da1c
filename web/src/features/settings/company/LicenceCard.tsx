import { Button, Switch } from '@mantine/core'
import { IconCalendarEvent, IconLock, IconRosetteDiscountCheck } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import { fieldErrors } from '../../../api/errors'
import type { Licence } from '../../../api/model'
import { licenceKeys } from '../../../data/licence/keys'
import { licenceState } from '../../../data/licence/licenceState'
import { licenceQuery } from '../../../data/licence/queries'
import { useUser } from '../../../session/session'
import { ConfirmDialog } from '../../../ui/ConfirmDialog'
import { DateInput } from '../../../ui/dates/DateInput'
import { ServerForm } from '../../../ui/form/ServerForm'
import { Failed, Loading } from '../../../ui/LoadState'
import { Card } from '../../../ui/OfficePage'
import { StatePill } from '../../../ui/StatePill'
import { showToast } from '../../../ui/toasts'
import { useWrite } from '../../../ui/useWrite'
import c from './LicenceCard.module.css'

type Change = { license_active?: boolean; license_until?: string | null }

/** Shows the company's licence and its switch; only super admins see it. */
export function LicenceCard() {
  const user = useUser()
  return user.is_super_admin ? <Body /> : null
}

function Body() {
  const { t } = useTranslation()
  const licence = useQuery({ ...licenceQuery, staleTime: 0 })
  return (
    <Card padded label={t('licenceCard.title')}>
      <h2 className={c.title}>{t('licenceCard.title')}</h2>
      <p className={c.only}>{t('licenceCard.onlyYou')}</p>
      {licence.data ? (
        <Form licence={licence.data} />
      ) : licence.isError ? (
        <Failed
          title={t('licenceCard.failedLoad')}
          error={licence.error}
          onRetry={() => void licence.refetch()}
        />
      ) : (
        <Loading label={t('licenceCard.title')} rows={1} height={96} />
      )}
    </Card>
  )
}

function Form({ licence }: { licence: Licence }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [day, setDay] = useState(licence.license_until ?? '')
  const [off, setOff] = useState(false)
  const work = useWrite((change: Change, key) => write('PUT', '/license/update', key, change), {
    failed: t('licenceCard.failedSave'),
    onSuccess: (now) => {
      queries.setQueryData(licenceKeys.status, now)
      setDay(now.license_until ?? '')
      setOff(false)
      showToast('success', t('licenceCard.saved'))
    },
  })
  // The switch shows the stored value: it goes back by itself when the call fails.
  const wanted = work.isPending ? work.variables?.license_active : undefined
  return (
    <div className={c.body}>
      <State licence={licence} />
      <Switch
        size="lg"
        label={t('licenceCard.switch')}
        checked={wanted ?? licence.switched_on}
        disabled={work.isPending}
        onChange={(event) => {
          if (event.currentTarget.checked) work.mutate({ license_active: true })
          else setOff(true)
        }}
      />
      <ServerForm
        className={c.day}
        onSubmit={(event) => {
          event.preventDefault()
          work.mutate({ license_until: day || null })
        }}
      >
        <DateInput
          label={t('licenceCard.lastDay')}
          description={t('licenceCard.lastDayHint')}
          value={day || null}
          error={fieldErrors(work.error).license_until}
          onChange={(chosen) => setDay(chosen ?? '')}
        />
        <Button
          type="submit"
          variant="default"
          disabled={day === (licence.license_until ?? '')}
          loading={work.isPending && work.variables?.license_until !== undefined}
        >
          {t('licenceCard.saveDay')}
        </Button>
      </ServerForm>
      {off ? (
        <ConfirmDialog
          title={t('licenceCard.offTitle')}
          text={t('licenceCard.offText', { company: licence.company_name })}
          action={t('licenceCard.offDo')}
          busy={work.isPending}
          error={work.error}
          onConfirm={() => work.mutate({ license_active: false })}
          onClose={() => setOff(false)}
        />
      ) : null}
    </div>
  )
}

function State({ licence }: { licence: Licence }) {
  const { t } = useTranslation()
  const state = licenceState(licence)
  return (
    <div className={c.state}>
      <b>{licence.company_name}</b>
      <StatePill
        tone={state.tone}
        icon={
          state.tone === 'good'
            ? IconRosetteDiscountCheck
            : state.tone === 'warning'
              ? IconCalendarEvent
              : IconLock
        }
        label={t(`licenceCard.${state.key}`, { day: state.day })}
      />
      {state.left === null ? null : <span>{t('licenceCard.left', { count: state.left })}</span>}
    </div>
  )
}

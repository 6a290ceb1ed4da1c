import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import { errorText } from '../../api/errors'
import type { Reconciled } from '../../api/model'
import { queryClient } from '../../api/query'
import { uuid } from '../../api/uuid'
import { billingKeys } from '../../data/billing/keys'
import { DialogForm, goButton } from '../../ui/DialogForm'
import { DateRange } from '../../ui/dates/DateRange'
import { businessDay } from '../../ui/format'
import c from './ReconcileDialog.module.css'

type Sum = Pick<Reconciled, 'asked' | 'unanswered' | 'changed'>
const nothing: Sum = { asked: 0, unanswered: 0, changed: [] }

/** Asks the tax authority for every document of some days, a hundred at a time, and shows what changed. */
export function ReconcileDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const now = businessDay(Date.now())
  const [days, setDays] = useState<{ from: string | null; to: string | null }>({ from: now, to: now })
  const { found, ask } = useReconcile()
  const fits = days.from && days.to
  return (
    <DialogForm
      title={t('reconcile.title')}
      text={t('reconcile.text')}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (days.from && days.to) ask.mutate({ from: days.from, to: days.to })
      }}
    >
      <div className={c.days}>
        <DateRange
          {...days}
          labels={{ from: t('reconcile.from'), to: t('reconcile.to') }}
          onChange={setDays}
        />
      </div>
      {ask.error ? (
        <p className={c.error} role="alert">
          {errorText(ask.error)}
        </p>
      ) : null}
      {found ? <Found found={found} ended={ask.isSuccess} /> : null}
      <Button type="submit" className={goButton} disabled={!fits} loading={ask.isPending}>
        {t('reconcile.ask')}
      </Button>
    </DialogForm>
  )
}

/* It goes on until the last hundred, or until the dialog is left. */
function useReconcile() {
  const [found, setFound] = useState<Sum | null>(null)
  const open = useRef(true)
  useEffect(() => {
    open.current = true
    return () => {
      open.current = false
    }
  }, [])
  const ask = useMutation({
    mutationFn: async (days: { from: string; to: string }) => {
      let sum = nothing
      let after: number | null | undefined
      setFound(null)
      do {
        const some: Reconciled = await write('POST', '/electronic-billing/reconcile', uuid(), {
          ...days,
          after,
        })
        sum = {
          asked: sum.asked + some.asked,
          unanswered: sum.unanswered + some.unanswered,
          changed: [...sum.changed, ...some.changed],
        }
        setFound(sum)
        after = some.next
      } while (after && open.current)
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: billingKeys.all }),
  })
  return { found, ask }
}

function Found({ found, ended }: { found: Sum; ended: boolean }) {
  const { t } = useTranslation()
  return (
    <div className={c.found} role="status">
      <b>{t('reconcile.asked', { count: found.asked })}</b>
      {found.unanswered > 0 ? <p>{t('reconcile.unanswered', { count: found.unanswered })}</p> : null}
      {found.changed.length > 0 ? (
        <>
          <p>{t('reconcile.changed')}</p>
          <ul>
            {found.changed.map((each) => (
              <li key={each.full_number}>
                <b>{each.full_number}</b>
                <span>
                  {t('reconcile.from_to', {
                    before: t(`taxState.${each.before}`),
                    now: t(`taxState.${each.state}`),
                  })}
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : ended && found.unanswered === 0 ? (
        <p>{t('reconcile.same')}</p>
      ) : null}
    </div>
  )
}

import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { list, write } from '../../api/client'
import type { Account, StaffUser } from '../../api/model'
import { peopleKeys } from '../../data/people/keys'
import { DialogForm } from '../../ui/DialogForm'
import { initials } from '../../ui/format'
import { Failed, Loading } from '../../ui/LoadState'
import { showToast } from '../../ui/toasts'
import { useWrite } from '../../ui/useWrite'
import c from './HandOverDialog.module.css'
import { refetchRequest } from './mutations'

/** Chooses the waiter who attends an account from now on: one goes home, or swaps tables with another. */
export function HandOverDialog(props: { request: Account; title: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { request, onClose } = props
  const waiters = useQuery({
    queryKey: peopleKeys.waiters,
    queryFn: ({ signal }) => list('/users-as-waiters', { page: false }, signal),
  })
  const handOver = useWrite(
    (to: StaffUser, key) => write('PUT', `/client-requests/${request.id}`, key, { attendant_id: to.id }),
    {
      failed: t('orders.handOver.failed'),
      onSuccess: (_, to) => {
        refetchRequest(request.id)
        showToast('success', t('orders.handOver.done', { name: nameOf(to) }))
        onClose()
      },
    },
  )
  return (
    <DialogForm title={t('orders.handOver.title')} text={props.title} onClose={onClose}>
      {waiters.data ? (
        <ul className={c.list}>
          {waiters.data.rows.map((each) => {
            const own = each.id === request.attendant_id
            return (
              <li key={each.id}>
                <button
                  type="button"
                  aria-current={own || undefined}
                  disabled={own || handOver.isPending}
                  onClick={() => handOver.mutate(each)}
                >
                  <i aria-hidden="true">{initials(nameOf(each))}</i>
                  <span>
                    <b>{nameOf(each)}</b>
                    <small>{own ? t('orders.handOver.now') : roleOf(each)}</small>
                  </span>
                  {own ? <IconCheck size={20} stroke={2.2} aria-hidden="true" /> : null}
                </button>
              </li>
            )
          })}
        </ul>
      ) : waiters.isError ? (
        <Failed
          title={t('orders.handOver.failed')}
          error={waiters.error}
          onRetry={() => void waiters.refetch()}
        />
      ) : (
        <Loading label={t('orders.handOver.title')} rows={4} height={60} />
      )}
    </DialogForm>
  )
}

const nameOf = (user: StaffUser) => `${user.name} ${user.lastname}`.trim()
const roleOf = ({ role }: StaffUser) => (typeof role === 'object' ? role?.name : role)

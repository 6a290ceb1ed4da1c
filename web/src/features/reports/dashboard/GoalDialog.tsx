import { Button, SegmentedControl } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import { fieldErrors } from '../../../api/errors'
import type { SalesGoal } from '../../../api/model'
import { decimalText } from '../../../i18n/region'
import { DialogForm, goButton, secondButton } from '../../../ui/DialogForm'
import { centimos, decimal, money } from '../../../ui/format'
import { MoneyInput } from '../../../ui/MoneyInput'
import { showToast } from '../../../ui/toasts'
import { useWrite } from '../../../ui/useWrite'
import { longMonth } from '../accountant/series'
import { salesGoalKey } from './keys'

/** This is the largest amount that a field takes, in céntimos. */
const most = 999_999_999

/** Sets the sales goal of the company, from this month on or from the next. */
export function GoalDialog({ month, onClose }: { month: SalesGoal; onClose: () => void }) {
  const { t } = useTranslation()
  const [from, setFrom] = useState(month.month)
  const held = from === month.month ? month.goal : month.next_goal
  // The next month has a goal of its own, which stays when this month ends.
  const isOnly = from === month.month && month.is_next_set
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? (held === null ? '' : decimal(centimos(held)))
  const [lacks, setLacks] = useState(false)
  const save = useSaveGoal(onClose)
  const errors = fieldErrors(save.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const amount = centimos(text)
    setLacks(amount <= 0)
    if (amount > 0) save.mutate({ month: from, amount: decimal(amount) })
  }
  return (
    <DialogForm
      title={t('goal.title')}
      text={t('goal.text')}
      onClose={onClose}
      holds={{ typed, from }}
      onSubmit={submit}
    >
      <MoneyInput
        label={t('goal.amount')}
        value={text}
        error={lacks && centimos(text) <= 0 ? t('goal.missing') : (errors.amount ?? errors.month)}
        wrong={t('goal.wrong', { example: decimalText('45000.00'), most: money(most) })}
        onChange={setTyped}
        first
      />
      <SegmentedControl
        fullWidth
        size="md"
        aria-label={t('goal.from')}
        value={from}
        onChange={setFrom}
        data={[month.month, month.next_month].map((each) => ({
          value: each,
          label: t('goal.fromMonth', { month: longMonth(each) }),
        }))}
      />
      <Button type="submit" className={goButton} loading={save.isPending}>
        {t('goal.save')}
      </Button>
      {held === null ? null : (
        <Button
          variant="default"
          className={secondButton}
          disabled={save.isPending}
          onClick={() => save.mutate({ month: from, amount: '0.00' })}
        >
          {t(isOnly ? 'goal.removeOnly' : 'goal.remove', { month: longMonth(from) })}
        </Button>
      )}
    </DialogForm>
  )
}

/** Saves the goal of a month; an amount of zero removes it. */
function useSaveGoal(onSaved: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useWrite(
    (goal: { month: string; amount: string }, attempt) => write('PUT', '/sales-goal', attempt, goal),
    {
      failed: t('goal.failed'),
      atFields: ['amount', 'month'],
      onSuccess: (now, goal) => {
        client.setQueryData(salesGoalKey, now)
        showToast('success', t(centimos(goal.amount) === 0 ? 'goal.removed' : 'goal.saved'))
        onSaved()
      },
    },
  )
}

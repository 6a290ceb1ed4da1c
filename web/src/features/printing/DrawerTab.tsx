import { Button } from '@mantine/core'
import { IconCash, IconCheck } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import { ReasonChips } from '../../ui/Chips'
import { clock } from '../../ui/format'
import { Card } from '../../ui/OfficePage'
import { useWrite } from '../../ui/useWrite'
import c from './DrawerTab.module.css'

const reasons = ['change', 'notes', 'check', 'expense'] as const

/** Opens the drawer without a sale. It asks for the reason first, which the action log keeps with the user. */
export default function DrawerTab() {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const [opened, setOpened] = useState<{ at: string; reason: string } | null>(null)
  const open = useWrite((why: string, key) => write('POST', '/cash-drawer/open', key, { reason: why }), {
    failed: t('drawer.failed'),
    onSuccess: (_, why) => {
      setOpened({ at: clock(Date.now()), reason: why })
      setReason('')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim()) open.mutate(reason.trim())
  }
  return (
    <div className={c.page}>
      <Card padded label={t('drawer.title')}>
        <form className={c.form} onSubmit={submit} noValidate>
          <h2>{t('drawer.title')}</h2>
          <p>{t('drawer.text')}</p>
          <ReasonChips
            label={t('drawer.why')}
            reasons={reasons.map((key) => t(`drawer.reason.${key}`))}
            value={reason}
            other={t('drawer.other')}
            onChange={setReason}
          />
          <Button
            type="submit"
            className={c.go}
            disabled={!reason.trim()}
            loading={open.isPending}
            leftSection={<IconCash size={22} stroke={1.9} aria-hidden="true" />}
          >
            {t('drawer.go')}
          </Button>
          <p role="status" className={c.done}>
            {opened ? (
              <>
                <IconCheck size={20} stroke={2.2} aria-hidden="true" />
                {t('drawer.done', opened)}
              </>
            ) : null}
          </p>
        </form>
      </Card>
    </div>
  )
}

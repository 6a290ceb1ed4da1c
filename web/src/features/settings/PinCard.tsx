import { Button } from '@mantine/core'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import { settingsStale } from '../../data/settings/queries'
import { FormDrawer } from '../../ui/form/FormDrawer'
import { PasswordField } from '../../ui/form/PasswordField'
import { Card } from '../../ui/OfficePage'
import { StatePill } from '../../ui/StatePill'
import c from './Settings.module.css'

/** Says whether there is a company PIN, and sets another. The PIN itself is shown to nobody. */
export function PinCard({ isSet }: { isSet: boolean }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <Card padded label={t('global.pin')}>
      <div className={c.head}>
        <div>
          <h2>{t('global.pin')}</h2>
          <p>{t('global.pinText')}</p>
        </div>
        <Button variant={isSet ? 'default' : 'filled'} onClick={() => setOpen(true)}>
          {isSet ? t('global.pinChange') : t('global.pinPut')}
        </Button>
      </div>
      <StatePill
        tone={isSet ? 'good' : 'warning'}
        icon={isSet ? IconLock : IconLockOpen}
        label={isSet ? t('global.pinSet') : t('global.pinUnset')}
      />
      {open ? <PinDrawer isSet={isSet} onClose={() => setOpen(false)} /> : null}
    </Card>
  )
}

export function PinDrawer({ isSet, onClose }: { isSet: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  // An administrator who does not know the PIN proves who they are instead.
  const [forgotten, setForgotten] = useState(false)
  return (
    <FormDrawer
      title={isSet ? t('global.pinChange') : t('global.pinPut')}
      note={t('global.pinRule')}
      entity={{ name: t('global.pin') }}
      isNew={!isSet}
      start={{ current_pin: '', current_password: '', pin: '', pin_confirmation: '' }}
      save={({ current_pin, current_password, ...values }, key) =>
        write('PUT', '/security-pin', key, {
          ...values,
          ...(isSet ? (forgotten ? { current_password } : { current_pin }) : {}),
        })
      }
      stale={settingsStale}
      onClose={onClose}
    >
      {isSet ? (
        <>
          {forgotten ? (
            <PasswordField
              name="current_password"
              label={t('account.yours')}
              autoComplete="current-password"
              required
            />
          ) : (
            <PasswordField name="current_pin" label={t('global.pinCurrent')} autoComplete="off" required />
          )}
          <Button variant="subtle" className={c.instead} onClick={() => setForgotten(!forgotten)}>
            {forgotten ? t('global.pinKnown') : t('global.pinForgotten')}
          </Button>
        </>
      ) : null}
      <PasswordField name="pin" label={t('global.pinNew')} autoComplete="off" />
      <PasswordField name="pin_confirmation" label={t('global.pinAgain')} autoComplete="off" />
    </FormDrawer>
  )
}

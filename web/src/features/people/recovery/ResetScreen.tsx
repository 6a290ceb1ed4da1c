import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { get, write } from '../../../api/client'
import { errorText, fieldErrors } from '../../../api/errors'
import { peopleKeys } from '../../../data/people/keys'
import { ServerForm } from '../../../ui/form/ServerForm'
import { useWrite } from '../../../ui/useWrite'
import { SignedOutPage, ToLogin, Trouble } from './SignedOutPage'
import c from './SignedOutPage.module.css'

/** Asks for a link to a new password. It never says whether the address is known. */
export default function ResetScreen() {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const ask = useWrite((to: string, key) => write('POST', '/forgot-password', key, { email: to }), {
    onError: () => true,
  })
  const recovery = useQuery({
    queryKey: peopleKeys.recovery,
    queryFn: ({ signal }) => get('/forgot-password', undefined, signal),
  })
  const goesOut = recovery.data?.sends_mail ?? true
  const at = fieldErrors(ask.error).email
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask.mutate(email.trim())
  }
  if (ask.isSuccess) {
    return (
      <SignedOutPage
        title={t(goesOut ? 'recovery.sentTitle' : 'recovery.keptTitle')}
        text={t(goesOut ? 'recovery.sentText' : 'recovery.keptText', { email: ask.variables })}
        back={<ToLogin />}
      />
    )
  }
  return (
    <SignedOutPage
      title={t('recovery.title')}
      text={t(goesOut ? 'recovery.text' : 'recovery.noMail')}
      back={<ToLogin />}
    >
      <ServerForm className={c.form} onSubmit={submit}>
        {ask.error && !at ? <Trouble text={errorText(ask.error)} /> : null}
        <TextInput
          label={t('recovery.email')}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          autoFocus
          size="lg"
          value={email}
          error={at}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" className={c.go} loading={ask.isPending}>
          {t('recovery.ask')}
        </Button>
      </ServerForm>
    </SignedOutPage>
  )
}

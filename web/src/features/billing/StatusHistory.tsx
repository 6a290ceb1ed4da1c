import { Button } from '@mantine/core'
import { IconCheck, IconCloudUp, IconRefresh, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/errors'
import { type DocumentRef, useCheckStatus, useSendAgain } from '../../data/billing/queries'
import { dateTime } from '../../ui/format'
import { showToast } from '../../ui/toasts'
import c from '../../widgets/documents/DocumentSheet.module.css'
import { type OnItsWay, stepsOf } from '../../widgets/documents/taxState'

interface Props {
  which: DocumentRef
  number: string
  document: OnItsWay
  actions: { send: boolean; check: boolean }
  /** Says who voided it, and why. */
  note?: string | null
}

/** Shows the document's steps to the tax authority, and the actions that move it on. */
export function StatusHistory({ which, number, document, actions, note }: Props) {
  const { t } = useTranslation()
  const { transmission } = document
  return (
    <section>
      <h3>{t('documentSheet.history')}</h3>
      <ol className={c.history}>
        {stepsOf(document).map((step) => (
          <li key={`${step.what} ${step.state ?? ''}`} data-tone={step.tone}>
            <i>
              {step.tone === 'bad' ? (
                <IconX size={14} stroke={2.4} aria-hidden="true" />
              ) : step.tone === 'waits' ? null : (
                <IconCheck size={14} stroke={2.4} aria-hidden="true" />
              )}
            </i>
            <div>
              <b>{step.state ? t(`taxState.${step.state}`) : t(`documentSheet.${step.what}`)}</b>
              {step.state ? (
                <span>
                  {step.state === 'REJECTED' || step.state === 'FAILED'
                    ? t(`documentSheet.after.${step.state}`)
                    : t(`taxState.text.${pendingText(document) ?? step.state}`)}
                </span>
              ) : null}
              {step.what === 'sent' && transmission && transmission.tries > 0 ? (
                <span>{t('documentSheet.tries', { count: transmission.tries })}</span>
              ) : null}
              {step.state && transmission?.next_try_at && transmission.tries > 0 ? (
                <span>{t('documentSheet.nextTry', { at: dateTime(transmission.next_try_at) })}</span>
              ) : null}
            </div>
            <time>{step.at ? dateTime(step.at) : ''}</time>
          </li>
        ))}
      </ol>
      {note ? <p className={c.note}>{note}</p> : null}
      {actions.send || actions.check ? (
        <div className={c.moves}>
          {actions.send ? <SendAgain which={which} number={number} /> : null}
          {actions.check ? <Check which={which} /> : null}
        </div>
      ) : null}
    </section>
  )
}

/* A document that waits longer than this (ms) is no longer shown as being on its way. */
const moment = 2 * 60_000

function pendingText({ state, transmission, issued_at }: OnItsWay) {
  if (state !== 'PENDING') return null
  if (transmission?.by_summary) return 'SUMMARY'
  return Date.now() - Date.parse(issued_at) > moment ? 'LATE' : null
}

function SendAgain({ which, number }: { which: DocumentRef; number: string }) {
  const { t } = useTranslation()
  const send = useSendAgain(which, t('documentSheet.sendFailed'), () =>
    showToast('success', t('documentSheet.sendAsked', { document: number })),
  )
  return (
    <Button
      variant="default"
      loading={send.isPending}
      leftSection={<IconCloudUp size={19} stroke={1.9} aria-hidden="true" />}
      onClick={() => send.mutate(undefined)}
    >
      {t('documentSheet.send')}
    </Button>
  )
}

function Check({ which }: { which: DocumentRef }) {
  const { t } = useTranslation()
  const check = useCheckStatus(which)
  const ask = () =>
    check.mutate(undefined, {
      onSuccess: (status) => {
        const state = t(`taxState.${status.state}`)
        if (status.asked) showToast('success', t('documentSheet.checked', { state }), status.sunat_message)
        else showToast('warning', t('documentSheet.notChecked'), state)
      },
      onError: (error) => showToast('danger', t('documentSheet.checkFailed'), errorText(error)),
    })
  return (
    <Button
      variant="default"
      loading={check.isPending}
      leftSection={<IconRefresh size={19} stroke={1.9} aria-hidden="true" />}
      onClick={ask}
    >
      {t('documentSheet.check')}
    </Button>
  )
}

import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { write } from '../../../api/client'
import type { FirstUse } from '../../../api/model'
import { queryClient } from '../../../api/query'
import { cashKeys } from '../../../data/cash/keys'
import { settingsKeys } from '../../../data/settings/keys'
import { settingsStale, useWholeCompany } from '../../../data/settings/queries'
import { useSession, useUser } from '../../../session/session'
import { TextField } from '../../../ui/form/fields'
import { FormGroup, FormRow } from '../../../ui/form/Group'
import { PasswordField } from '../../../ui/form/PasswordField'
import { Failed, Loading } from '../../../ui/LoadState'
import { DistrictField } from '../DistrictField'
import { useLaw } from '../law/queries'
import { ratesOn } from '../law/rates'
import { chooseRate, isChoice, nameOfRate, RateChoice } from './RateChoice'
import { StepForm } from './StepForm'
import { wrongCompany } from './wrongCompany'

/** Asks for the issuer of documents and its IGV, the owner, and the cash box that collects. */
export function CompanyStep({ facts }: { facts: FirstUse['facts'] }) {
  const { t } = useTranslation()
  const company = useWholeCompany()
  const law = useLaw()
  const user = useUser()
  const [, setParams] = useSearchParams()
  if (!company.data || !law.data) {
    const failed = company.isError ? company : law
    return failed.isError ? (
      <Failed title={t('company.failed')} error={failed.error} onRetry={() => void failed.refetch()} />
    ) : (
      <Loading label={t('company.title')} rows={2} />
    )
  }
  const needsCashbox = facts.cashboxes === 0
  const needsName = !facts.owner_named
  // Once something was sold, or under a rate of their own, the rate is changed where all rates stand.
  const rates = ratesOn(law.data.facts, facts.issue_date)
  const asksRate = facts.sales === 0 && isChoice(rates, facts.igv_percent) && !company.data.is_jungle
  const { document_number, commercial_name, legal_name, commercial_address, ubigeo } = company.data
  return (
    <StepForm
      entity={{ name: t('company.entity'), done: t('firstUse.company.saved') }}
      // It also goes on for a user who came back to it: the address no longer names the step.
      onSaved={() => setParams({}, { replace: true })}
      start={{
        document_number,
        commercial_name,
        legal_name,
        commercial_address,
        ubigeo,
        igv_percent: facts.igv_percent,
        name: '',
        pin: '',
      }}
      save={async ({ name, pin, igv_percent, ...values }, key) => {
        const wrong = wrongCompany({ ...values, name, pin }, { name: needsName, pin: !facts.pin_set }, t)
        if (wrong) throw wrong
        try {
          const saved = await write('PUT', '/company-info', key, values)
          // The saved values go into the cache, so that opening the step again begins with them, however late they are read
          // again.
          queryClient.setQueryData(settingsKeys.wholeCompany, saved)
          if (needsName) {
            const own = await write('PUT', '/profile', key, { name })
            await useSession.getState().update({ ...user, name: own.name })
          }
          if (!facts.pin_set) await write('POST', '/security-pin', key, { pin })
          const rateName = t(`global.kindNames.${nameOfRate(rates, igv_percent)}`)
          if (asksRate) await chooseRate(igv_percent, facts.issue_date, rateName, key)
          if (needsCashbox)
            await write('POST', '/cashboxes', key, { name: t('firstUse.company.cashboxDefault') })
          return saved
        } catch (error) {
          // Writes that went through before are not asked for, nor made, again.
          void queryClient.invalidateQueries({ queryKey: settingsKeys.firstUse })
          throw error
        }
      }}
      stale={[...settingsStale, cashKeys.cashboxes]}
      action={t('firstUse.company.save')}
    >
      <FormRow wide>
        <TextField
          name="document_number"
          label={t('firstUse.company.ruc')}
          inputMode="numeric"
          maxLength={11}
          required
        />
        <TextField name="commercial_name" label={t('firstUse.company.name')} maxLength={60} required />
      </FormRow>
      <TextField name="legal_name" label={t('firstUse.company.legal')} maxLength={120} />
      <TextField name="commercial_address" label={t('firstUse.company.address')} maxLength={150} required />
      <DistrictField of={company.data} />
      {asksRate ? <RateChoice rates={rates} /> : null}
      {needsName || !facts.pin_set ? (
        <FormGroup title={t('firstUse.owner.title')}>
          <FormRow wide>
            {needsName ? (
              <TextField
                name="name"
                label={t('firstUse.owner.name')}
                description={t('firstUse.owner.nameText')}
                maxLength={40}
                autoComplete="given-name"
                required
              />
            ) : null}
            {facts.pin_set ? null : (
              <PasswordField
                name="pin"
                label={t('firstUse.owner.pin')}
                description={t('firstUse.owner.pinText')}
                autoComplete="off"
                maxLength={12}
                required
              />
            )}
          </FormRow>
        </FormGroup>
      ) : null}
    </StepForm>
  )
}

import { useTranslation } from 'react-i18next'
import type { Production } from '../../../../api/model'
import { queryClient } from '../../../../api/query'
import { useSupplies } from '../../../../data/catalog/selectOptions'
import { afterMoving } from '../../../../data/inventory/queries'
import { may } from '../../../../session/permissions'
import { fullName, useUser } from '../../../../session/session'
import { DateField } from '../../../../ui/form/DateField'
import { FormDrawer } from '../../../../ui/form/FormDrawer'
import { TextField } from '../../../../ui/form/fields'
import { FormGroup, FormRow } from '../../../../ui/form/Group'
import { today as todayNow } from '../../../../ui/format'
import { PinDialog } from '../../../../ui/PinDialog'
import { showToast } from '../../../../ui/toasts'
import { usePin } from '../../../../widgets/pin/usePin'
import { createProduction, quoteQuery } from '../queries'
import { OutcomeField } from './OutcomeField'
import { emptyProductionForm, mergeQuote, type ProduceValues, productionBody } from './produceForm'
import { QuantityGroup } from './QuantityGroup'
import { SupplyToMakeField } from './SupplyToMakeField'
import { UsedField } from './UsedField'
import { useIngredientsFromRecipe } from './useIngredientsFromRecipe'

/** Records a production: what is made, how much, what it really took and what came out. */
export default function ProduceDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const user = useUser()
  // A cook stands at a tablet with wet hands, so controls are larger.
  const cooks = !may(user, 'edit_catalog')
  const today = todayNow()
  const pin = usePin<Production>()
  const supplies = useSupplies().data
  const nameOf = (id: number | null) => supplies?.find((each) => each.id === id)?.name ?? ''
  return (
    <>
      <FormDrawer<ProduceValues, Production>
        title={t('productions.make')}
        entity={{ name: t('productions.entity'), feminine: true, done: t('productions.done') }}
        isNew
        roomy={cooks}
        action={t('productions.register')}
        start={emptyProductionForm(today)}
        save={async (values, key) => {
          const body = productionBody(await settled(values), today)
          return pin.run((own, given) => createProduction(own, { ...body, ...given }), key)
        }}
        nameOf={(values) => nameOf(values.supply_id)}
        stale={[...afterMoving]}
        onSaved={({ warnings }) => {
          if (warnings.length > 0) showToast('warning', t('inventory.form.warned'), warnings.join(' '))
        }}
        onClose={onClose}
      >
        {(form) => (
          <>
            <SupplyToMakeField supplies={supplies} />
            {form.getValues().supply_id === null ? null : (
              <Made today={today} cooks={cooks} supplies={supplies} />
            )}
          </>
        )}
      </FormDrawer>
      {pin.asked ? (
        <PinDialog
          title={t('productions.pin')}
          action="record_production"
          error={pin.asked.error}
          busy={pin.asked.busy}
          onSubmit={(given, approver_id) => pin.asked?.answer({ pin: given, approver_id })}
          onClose={() => pin.asked?.answer(null)}
        >
          <b>{fullName(user)}</b> {t('productions.pinAsks')}
        </PinDialog>
      ) : null}
    </>
  )
}

/** The quote is for the quantity in the field now, also where that was typed a moment ago. */
async function settled(values: ProduceValues): Promise<ProduceValues> {
  const { supply_id, quantity, measurement_id, items, left_out } = values
  if (supply_id === null || Number(quantity) === 0) return values
  const quote = await queryClient.fetchQuery({
    ...quoteQuery({ supply_id, quantity, measurement_id }),
    staleTime: 10_000,
  })
  return { ...values, items: mergeQuote(items, quote, left_out) }
}

interface MadeProps {
  today: string
  cooks: boolean
  supplies: ReturnType<typeof useSupplies>['data']
}

function Made({ today, cooks, supplies }: MadeProps) {
  const { t } = useTranslation()
  const quote = useIngredientsFromRecipe()
  return (
    <>
      <QuantityGroup supplies={supplies} />
      <UsedField quote={quote} />
      <OutcomeField quote={quote.data} />
      <FormGroup>
        {cooks ? null : (
          <FormRow>
            <DateField name="date" label={t('productions.date')} max={today} />
            <TextField name="responsible" label={t('productions.responsible')} maxLength={120} />
          </FormRow>
        )}
        <TextField name="note" label={t('productions.note')} maxLength={500} lines={2} />
      </FormGroup>
    </>
  )
}

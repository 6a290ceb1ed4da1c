import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Agent, PrintChoice, Printer, PrinterKind } from '../../api/model'
import { ChipsField } from '../../ui/form/ChipsField'
import { useField } from '../../ui/form/context'
import { QuantityField, StatusField, SwitchField, TextField } from '../../ui/form/fields'
import { FormGroup, FormRow } from '../../ui/form/Group'
import { SelectField } from '../../ui/form/SelectField'
import { inSmallLetters } from '../../ui/format'
import c from './PrinterDrawer.module.css'
import { choices, documents, kinds } from './printerForm'
import { usePlaces, useProfiles } from './queries'

interface Props {
  type: PrinterKind
  agents: Agent[]
  others: Printer[]
}

/** Edits a printer: the device, what it prints, and how. */
export function PrinterFields({ type, agents, others }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <FormGroup title={t('printing.form.group.device')}>
        <Device type={type} agents={agents} />
      </FormGroup>
      <FormGroup title={t('printing.form.group.use')}>
        <Use others={others} />
      </FormGroup>
      <FormGroup title={t('printing.form.group.options')}>
        {documents.map((document) => (
          <PrintChoiceField key={document} name={document} />
        ))}
        <SwitchField name="opens_drawer" label={t('printing.form.drawer')} />
        <StatusField label={t('printing.form.active')} />
      </FormGroup>
    </>
  )
}

function Device({ type, agents }: Pick<Props, 'type' | 'agents'>) {
  const { t } = useTranslation()
  const size = useField<string>('size')
  const profile = useField<string>('profile')
  const profiles = useProfiles()
  return (
    <>
      <TextField
        name="name"
        label={t('printing.form.name')}
        placeholder={t('printing.form.namePlaceholder')}
        maxLength={40}
        required
      />
      <FormRow>
        <SelectField
          name="type"
          label={t('printing.form.type')}
          options={kinds.map((kind) => ({ value: kind, label: t(`printing.kind.${kind}`) }))}
        />
        <SelectField
          name="size"
          label={t('printing.form.size')}
          options={['80', '58'].map((size) => ({ value: size, label: `${size} mm` }))}
        />
      </FormRow>
      {type === 'VIRTUAL' ? null : (
        <>
          <TextField
            name="address"
            label={t(`printing.form.address.${type}`)}
            description={t(`printing.form.addressHint.${type}`)}
            placeholder={t(`printing.form.addressPlaceholder.${type}`)}
            maxLength={200}
            required
          />
          <FormRow>
            <SelectField
              name="profile"
              label={t('printing.form.profile')}
              options={profiles
                .filter(({ name, paper }) => !paper || paper === size.value || name === profile.value)
                .map(({ name, label }) => ({ value: name, label }))}
            />
            <SelectField
              name="agent_id"
              label={t('printing.form.agent')}
              placeholder={t('printing.form.agentNone')}
              clearable
              options={agents.map((agent) => ({ value: agent.id, label: agent.name }))}
            />
          </FormRow>
        </>
      )}
    </>
  )
}

function Use({ others }: Pick<Props, 'others'>) {
  const { t } = useTranslation()
  const { areas, cashboxes } = usePlaces()
  const choices = (rows: { id: number; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: id, label: inSmallLetters(name) }))
  return (
    <>
      <ChipsField name="production_area_ids" label={t('printing.form.areas')} options={choices(areas)} />
      <ChipsField name="cashbox_ids" label={t('printing.form.cashboxes')} options={choices(cashboxes)} />
      <StandIn others={others} />
    </>
  )
}

/** Chooses the printer that takes over, and how long a paper waits before. */
function StandIn({ others }: Pick<Props, 'others'>) {
  const { t } = useTranslation()
  const { value } = useField<number | null>('stand_in_id')
  // One that only shows papers on a screen helps nobody who waits for one.
  const able = others.filter(
    ({ id, type, agent_id, status }) =>
      id === value || (status === 'ACTIVE' && (type !== 'VIRTUAL' || agent_id != null)),
  )
  return (
    <FormRow>
      <SelectField
        name="stand_in_id"
        label={t('printing.form.standIn')}
        placeholder={t('printing.form.standInNone')}
        clearable
        options={able.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <QuantityField
        name="stand_in_after_s"
        label={t('printing.form.standInAfter')}
        unit="s"
        decimals={0}
        disabled={value === null}
      />
    </FormRow>
  )
}

/** Chooses print, PDF or nothing for one kind of document. */
function PrintChoiceField({ name }: { name: (typeof documents)[number] }) {
  const { t } = useTranslation()
  const { value, set } = useField<PrintChoice>(name)
  const label = t(`printing.form.${name}`)
  return (
    <div className={c.choice}>
      <span>{label}</span>
      <SegmentedControl
        size="md"
        aria-label={label}
        value={value}
        onChange={(chosen) => set(chosen as PrintChoice)}
        data={choices.map((choice) => ({ value: choice, label: t(`printing.form.choice.${choice}`) }))}
      />
    </div>
  )
}

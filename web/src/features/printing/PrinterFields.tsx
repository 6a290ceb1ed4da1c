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
import { choices, documents, kinds, labelled, labelSizes, media, usualProfile } from './printerForm'
import { usePlaces, useProfiles } from './queries'

interface Props {
  type: PrinterKind
  agents: Agent[]
  others: Printer[]
}

/** Edits a printer: the device, what it prints, and how. */
export function PrinterFields({ type, agents, others }: Props) {
  const { t } = useTranslation()
  const isForLabels = useField<Printer['kind']>('kind').value === 'LABEL'
  return (
    <>
      <FormGroup title={t('printing.form.group.device')}>
        <Device type={type} agents={agents} isForLabels={isForLabels} />
      </FormGroup>
      <FormGroup title={t('printing.form.group.use')}>
        <Use others={others} isForLabels={isForLabels} />
      </FormGroup>
      <FormGroup title={t('printing.form.group.options')}>
        {isForLabels ? (
          labelled.map((account) => (
            <SwitchField key={account} name={account} label={t(`printing.form.${account}`)} />
          ))
        ) : (
          <>
            {documents.map((document) => (
              <PrintChoiceField key={document} name={document} />
            ))}
            <SwitchField name="opens_drawer" label={t('printing.form.drawer')} />
          </>
        )}
        <StatusField label={t('printing.form.active')} />
      </FormGroup>
    </>
  )
}

interface Media {
  isForLabels: boolean
}

function Device({ type, agents, isForLabels }: Pick<Props, 'type' | 'agents'> & Media) {
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
      <MediaField />
      <FormRow>
        <SelectField
          name="type"
          label={t('printing.form.type')}
          options={kinds.map((kind) => ({ value: kind, label: t(`printing.kind.${kind}`) }))}
        />
        {isForLabels ? (
          <SelectField
            name="label_size"
            label={t('printing.form.labelSize')}
            options={labelSizes.map((size) => ({ value: size, label: `${size.replace('x', ' × ')} mm` }))}
          />
        ) : (
          <SelectField
            name="size"
            label={t('printing.form.size')}
            options={['80', '58'].map((size) => ({ value: size, label: `${size} mm` }))}
          />
        )}
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
                .filter((model) => model.name === profile.value || model.is_for_labels === isForLabels)
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

/** Chooses tickets or labels; each has models of its own. */
function MediaField() {
  const { t } = useTranslation()
  const kind = useField<Printer['kind']>('kind')
  const profile = useField<string>('profile')
  const label = t('printing.form.kind')
  return (
    <div className={c.choice}>
      <span>{label}</span>
      <SegmentedControl
        size="md"
        aria-label={label}
        value={kind.value}
        onChange={(chosen) => {
          const next = chosen as Printer['kind']
          kind.set(next)
          profile.set(usualProfile[next])
        }}
        data={media.map((each) => ({ value: each, label: t(`printing.form.media.${each}`) }))}
      />
    </div>
  )
}

function Use({ others, isForLabels }: Pick<Props, 'others'> & Media) {
  const { t } = useTranslation()
  const { areas, cashboxes } = usePlaces()
  const choices = (rows: { id: number; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: id, label: inSmallLetters(name) }))
  return (
    <>
      <ChipsField name="production_area_ids" label={t('printing.form.areas')} options={choices(areas)} />
      {isForLabels ? null : (
        <ChipsField name="cashbox_ids" label={t('printing.form.cashboxes')} options={choices(cashboxes)} />
      )}
      <StandIn others={others} isForLabels={isForLabels} />
    </>
  )
}

/** Chooses the printer that takes over, and how long a paper waits before. */
function StandIn({ others, isForLabels }: Pick<Props, 'others'> & Media) {
  const { t } = useTranslation()
  const { value } = useField<number | null>('stand_in_id')
  // One that only shows papers on a screen helps nobody who waits for one, and a ticket does not fit on a label.
  const able = others.filter(
    ({ id, type, kind, agent_id, status }) =>
      id === value ||
      (status === 'ACTIVE' && (type !== 'VIRTUAL' || agent_id != null) && (isForLabels || kind === 'TICKET')),
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

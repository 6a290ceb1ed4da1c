import { NativeSelect, SegmentedControl, Switch, TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Agent, PrintChoice, Printer, PrinterKind } from '../../api/model'
import { choices, documents, kinds, type PrinterBody, withToggled } from './form'
import c from './PrinterDrawer.module.css'
import { usePlaces } from './queries'

interface Props {
  form: PrinterBody
  errors: Record<string, string>
  agents: Agent[]
  others: Printer[]
  onChange: (change: Partial<PrinterBody>) => void
}

/** The device, what it prints, and how. */
export function PrinterFields(props: Props) {
  const { t } = useTranslation()
  return (
    <>
      <fieldset className={c.group}>
        <legend>{t('printing.form.group.device')}</legend>
        <Device {...props} />
      </fieldset>
      <fieldset className={c.group}>
        <legend>{t('printing.form.group.use')}</legend>
        <Use {...props} />
      </fieldset>
      <fieldset className={c.group}>
        <legend>{t('printing.form.group.options')}</legend>
        <Options {...props} />
      </fieldset>
    </>
  )
}

const numberOr = (text: string) => (text === '' ? null : Number(text))

function Device({ form, errors, agents, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        label={t('printing.form.name')}
        placeholder={t('printing.form.namePlaceholder')}
        data-autofocus
        maxLength={40}
        value={form.name}
        error={errors.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <div className={c.two}>
        <NativeSelect
          label={t('printing.form.type')}
          value={form.type}
          error={errors.type}
          data={kinds.map((kind) => ({ value: kind, label: t(`printing.kind.${kind}`) }))}
          onChange={(event) => onChange({ type: event.currentTarget.value as PrinterKind })}
        />
        <NativeSelect
          label={t('printing.form.size')}
          value={form.size}
          data={['80', '58'].map((size) => ({ value: size, label: `${size} mm` }))}
          onChange={(event) => onChange({ size: event.currentTarget.value as '80' | '58' })}
        />
      </div>
      {form.type === 'VIRTUAL' ? null : (
        <>
          <TextInput
            label={t(`printing.form.address.${form.type}`)}
            description={t(`printing.form.addressHint.${form.type}`)}
            placeholder={t(`printing.form.addressPlaceholder.${form.type}`)}
            autoCapitalize="none"
            spellCheck={false}
            value={form.address}
            error={errors.address}
            onChange={(event) => onChange({ address: event.currentTarget.value })}
          />
          <NativeSelect
            label={t('printing.form.agent')}
            value={form.agent_id ?? ''}
            error={errors.agent_id}
            data={[
              { value: '', label: t('printing.form.agentNone') },
              ...agents.map((agent) => ({ value: String(agent.id), label: agent.name })),
            ]}
            onChange={(event) => onChange({ agent_id: numberOr(event.currentTarget.value) })}
          />
        </>
      )}
    </>
  )
}

function Use({ form, errors, others, onChange }: Props) {
  const { t } = useTranslation()
  const { areas, cashboxes } = usePlaces()
  return (
    <>
      <Chips
        label={t('printing.form.areas')}
        options={areas}
        chosen={form.production_area_ids}
        onToggle={(id) => onChange({ production_area_ids: withToggled(form.production_area_ids, id) })}
      />
      <Chips
        label={t('printing.form.cashboxes')}
        options={cashboxes}
        chosen={form.cashbox_ids}
        onToggle={(id) => onChange({ cashbox_ids: withToggled(form.cashbox_ids, id) })}
      />
      <NativeSelect
        label={t('printing.form.standIn')}
        value={form.stand_in_id ?? ''}
        error={errors.stand_in_id}
        data={[
          { value: '', label: t('printing.form.standInNone') },
          ...others.map((other) => ({ value: String(other.id), label: other.name })),
        ]}
        onChange={(event) => onChange({ stand_in_id: numberOr(event.currentTarget.value) })}
      />
    </>
  )
}

function Options({ form, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <>
      {documents.map((document) => (
        <div key={document} className={c.choice}>
          <span>{t(`printing.form.${document}`)}</span>
          <SegmentedControl
            size="md"
            aria-label={t(`printing.form.${document}`)}
            value={form[document]}
            onChange={(chosen) => onChange({ [document]: chosen as PrintChoice })}
            data={choices.map((choice) => ({ value: choice, label: t(`printing.form.choice.${choice}`) }))}
          />
        </div>
      ))}
      <Switch
        className={c.switch}
        size="md"
        label={t('printing.form.drawer')}
        checked={form.opens_drawer}
        onChange={(event) => onChange({ opens_drawer: event.currentTarget.checked })}
      />
      <Switch
        className={c.switch}
        size="md"
        label={t('printing.form.active')}
        checked={form.status === 'ACTIVE'}
        onChange={(event) => onChange({ status: event.currentTarget.checked ? 'ACTIVE' : 'INACTIVE' })}
      />
    </>
  )
}

interface ChipsProps {
  label: string
  options: { id: number; name: string }[]
  chosen: number[]
  onToggle: (id: number) => void
}

function Chips({ label, options, chosen, onToggle }: ChipsProps) {
  return (
    <div>
      <h3 className={c.label}>{label}</h3>
      {/* biome-ignore lint/a11y/useSemanticElements: already inside a fieldset */}
      <div className={c.chips} role="group" aria-label={label}>
        {options.map((option) => {
          const on = chosen.includes(option.id)
          return (
            <button key={option.id} type="button" aria-pressed={on} onClick={() => onToggle(option.id)}>
              {on ? <IconCheck size={17} stroke={2.6} aria-hidden="true" /> : null}
              {option.name}
            </button>
          )
        })}
      </div>
    </div>
  )
}

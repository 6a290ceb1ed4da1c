import { Button } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconCheck, IconInfoCircle, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Chips } from '../../ui/Chips'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { dishOf } from '../../ui/dishes'
import { FormDrawer } from '../../ui/form/FormDrawer'
import { TextField } from '../../ui/form/fields'
import { centimos, money } from '../../ui/format'
import { Key } from '../../ui/Key'
import { NumericPad, typeKey } from '../../ui/NumericPad'
import { Plate } from '../../ui/Plate'
import { SearchField } from '../../ui/SearchField'
import { StatePill } from '../../ui/StatePill'
import { Stepper } from '../../ui/Stepper'
import { lineState, tableIcon, tableStates } from '../../ui/states'
import { showToast, type ToastKind } from '../../ui/toasts'
import c from './GalleryScreen.module.css'
import { Section } from './Section'

export function ButtonParts() {
  const { t } = useTranslation()
  return (
    <Section title={t('gallery.buttons')}>
      <div className={c.row}>
        <Button rightSection={<Key onAction>Enter</Key>}>{t('gallery.main')}</Button>
        <Button variant="default">{t('gallery.second')}</Button>
        <Button leftSection={<IconPlus size={18} stroke={2.2} aria-hidden="true" />}>
          {t('gallery.way')}
        </Button>
        <Button disabled>{t('gallery.disabled')}</Button>
        <Button loading>{t('gallery.busy')}</Button>
      </div>
    </Section>
  )
}

const notices = {
  success: [undefined],
  warning: ['gallery.warningText'],
  danger: ['gallery.dangerText'],
} as const

export function NoticeParts() {
  const { t } = useTranslation()
  const show = (kind: ToastKind) => {
    const [text] = notices[kind]
    showToast(kind, t(`gallery.${kind}`), text && t(text))
  }
  return (
    <Section title={t('gallery.notices')}>
      <div className={c.row}>
        {(['success', 'warning', 'danger'] as const).map((kind) => (
          <Button key={kind} variant="default" onClick={() => show(kind)}>
            {t(`gallery.show.${kind}`)}
          </Button>
        ))}
      </div>
    </Section>
  )
}

export function DialogParts() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'ask' | 'form' | null>(null)
  const close = () => setOpen(null)
  return (
    <Section title={t('gallery.dialogs')}>
      <div className={c.row}>
        <Button variant="default" onClick={() => setOpen('ask')}>
          {t('gallery.ask')}
        </Button>
        <Button variant="default" onClick={() => setOpen('form')}>
          {t('gallery.drawer')}
        </Button>
      </div>
      {open === 'ask' ? (
        <ConfirmDialog
          title={t('gallery.askTitle')}
          text={t('gallery.askText')}
          action={t('gallery.askAction')}
          onConfirm={close}
          onClose={close}
        />
      ) : null}
      {open === 'form' ? (
        <FormDrawer
          title={t('gallery.drawerTitle')}
          entity={{ name: t('gallery.entity') }}
          isNew
          start={{ name: '' }}
          save={async (values) => values}
          nameOf={(values) => values.name}
          onClose={close}
        >
          <TextField name="name" label={t('gallery.text')} description={t('gallery.textHint')} required />
        </FormDrawer>
      ) : null}
    </Section>
  )
}

const tones = {
  good: IconCheck,
  warning: IconAlertCircle,
  bad: IconAlertTriangle,
  info: IconInfoCircle,
  quiet: IconInfoCircle,
} as const

export function StateParts() {
  const { t } = useTranslation()
  const names = Object.keys(tones) as (keyof typeof tones)[]
  const lines = Object.keys(lineState) as (keyof typeof lineState)[]
  return (
    <Section title={t('gallery.states')}>
      {[true, false].map((filled) => (
        <div key={String(filled)} className={c.row}>
          {names.map((tone) => (
            <StatePill
              key={tone}
              tone={tone}
              icon={tones[tone]}
              label={t(`gallery.tones.${tone}`)}
              filled={filled}
            />
          ))}
        </div>
      ))}
      <h3>{t('gallery.tables')}</h3>
      <div className={c.row}>
        {tableStates.map((state) => (
          <StatePill
            key={state}
            tone="quiet"
            icon={tableIcon[state]}
            label={t(`floor.state.${state}`)}
            filled
          />
        ))}
      </div>
      <h3>{t('gallery.lines')}</h3>
      <div className={c.row}>
        {lines.map((state) => (
          <StatePill
            key={state}
            tone={lineState[state].tone}
            icon={lineState[state].icon}
            label={t(`lineState.${state}`)}
          />
        ))}
      </div>
    </Section>
  )
}

export function KeyParts() {
  const { t } = useTranslation()
  const [count, setCount] = useState(2)
  const [text, setText] = useState('')
  const [amount, setAmount] = useState('38.0')
  const [chosen, setChosen] = useState(['Yape'])
  const toggle = (option: string) =>
    setChosen(chosen.includes(option) ? chosen.filter((each) => each !== option) : [...chosen, option])
  return (
    <Section title={t('gallery.keys')}>
      <SearchField label={t('gallery.search')} value={text} onChange={setText} />
      <div className={c.row}>
        <Stepper label={t('gallery.stepper')} value={count} onChange={setCount} min={1} />
        <b>{money(centimos(amount))}</b>
      </div>
      <Chips options={['Efectivo', 'Visa', 'Yape']} chosen={chosen} onToggle={toggle} />
      <Chips cook options={['Sin ají', 'Poca sal']} chosen={[...chosen, 'Sin ají']} onToggle={toggle} />
      <div className={c.pad}>
        <NumericPad onKey={(key) => setAmount(typeKey(amount, key))} />
      </div>
    </Section>
  )
}

const dishes = [
  'Lomo saltado',
  'Ceviche clásico',
  'Ají de gallina',
  'Arroz con mariscos',
  'Chicha morada',
  'Pisco sour',
]

export function PlateParts() {
  const { t } = useTranslation()
  return (
    <Section title={t('gallery.plates')}>
      <div className={c.row}>
        {dishes.map((name) => (
          <Plate key={name} dish={dishOf(name)} size={96} />
        ))}
      </div>
    </Section>
  )
}

import { IconAlertTriangle, IconSearch } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { errorText, isApiError } from '../../api/errors'
import { MainButton } from '../../ui/MainButton'
import { LoginText } from '../people/LoginFields'
import { useCompany } from '../settings/company/queries'
import { askedOf, type Typed } from './asked'
import c from './Consult.module.css'
import { House } from './House'
import { useConsult } from './queries'

const kinds = [
  ['03', 'boleta'],
  ['01', 'factura'],
  ['07', 'credit'],
] as const

/* As the series of each kind begins. */
const series = { '03': 'B001', '01': 'F001', '07': 'BC01' } as const

/** Who holds a paper looks its document up. */
export function Screen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const ruc = useCompany().data?.ruc ?? ''
  const [typed, setTyped] = useState<Typed>({ type: '03', serie: '', number: '', date: '', total: '' })
  const [missing, setMissing] = useState(false)
  const consult = useConsult((found) => void navigate(`/c/${found.token}`))
  const change = (part: Partial<Typed>) => setTyped((now) => ({ ...now, ...part }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const asked = askedOf(typed, ruc)
    setMissing(!asked)
    if (asked) consult.mutate(asked)
    else consult.reset()
  }
  const unknown = isApiError(consult.error) && consult.error.code === 'not_found'
  const wrong = missing
    ? t('consult.fill')
    : unknown
      ? t('consult.nothing')
      : consult.error
        ? errorText(consult.error)
        : null
  return (
    <House>
      <h1 className={c.title}>{t('consult.title')}</h1>
      <p className={c.text}>{t('consult.text')}</p>
      <form className={c.form} onSubmit={submit} noValidate>
        <div className={c.kinds} role="radiogroup" aria-label={t('consult.kind')}>
          {kinds.map(([code, name]) => (
            // biome-ignore lint/a11y/useSemanticElements: keys to tap, not the small circle of a radio
            <button
              key={code}
              type="button"
              role="radio"
              aria-checked={typed.type === code}
              onClick={() => change({ type: code })}
            >
              {t(`consult.${name}`)}
            </button>
          ))}
        </div>
        <div className={c.two}>
          <LoginText
            label={t('consult.serie')}
            name="serie"
            autoCapitalize="characters"
            autoComplete="off"
            maxLength={4}
            placeholder={series[typed.type]}
            value={typed.serie}
            onChange={(serie) => change({ serie: serie.toUpperCase() })}
          />
          <LoginText
            label={t('consult.number')}
            name="number"
            inputMode="numeric"
            autoComplete="off"
            value={typed.number}
            onChange={(number) => change({ number })}
          />
        </div>
        <LoginText
          label={t('consult.date')}
          name="date"
          type="date"
          value={typed.date}
          onChange={(date) => change({ date })}
        />
        <LoginText
          label={t('consult.total')}
          name="total"
          inputMode="decimal"
          autoComplete="off"
          value={typed.total}
          onChange={(total) => change({ total })}
        />
        {wrong ? (
          <div className={c.error} role="alert">
            <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
            <span>{wrong}</span>
          </div>
        ) : null}
        <MainButton type="submit" busy={consult.isPending}>
          <IconSearch size={22} stroke={2} aria-hidden="true" className={c.icon} />
          {t('consult.search')}
        </MainButton>
      </form>
    </House>
  )
}

import { IconAlertTriangle, IconSearch } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { errorText, isApiError } from '../../api/errors'
import { useCompany } from '../../data/settings/company'
import { MainButton } from '../../ui/MainButton'
import { LoginText } from '../../widgets/login/LoginFields'
import c from './Consult.module.css'
import { documentQueryOf, splitWholeNumber, type TypedDocument, type TypedPart } from './documentSearch'
import { PublicPageFrame } from './PublicPageFrame'
import { useFindPublicDocument } from './queries'

const kinds = [
  ['03', 'boleta'],
  ['01', 'factura'],
  ['07', 'credit'],
  ['08', 'debit'],
] as const

/* An example of each kind's series. */
const series = { '03': 'B001', '01': 'F001', '07': 'BC01', '08': 'BD01' } as const

const nothingTyped: TypedDocument = { type: '03', serie: '', number: '', date: '', total: '' }

/** Finds a document for a guest who holds its printed copy. */
export default function FindDocumentScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const ruc = useCompany().data?.ruc ?? ''
  const [typed, setTyped] = useState(nothingTyped)
  const [wrong, setWrong] = useState<TypedPart[]>([])
  const form = useRef<HTMLFormElement>(null)
  const consult = useFindPublicDocument((found) => void navigate(`/c/${found.token}`))
  const change = (part: Partial<TypedDocument>) => {
    setTyped((now) => ({ ...now, ...part }))
    setWrong((now) => now.filter((name) => !(name in part)))
  }
  const at = (name: TypedPart) => ({
    name,
    value: typed[name],
    error: wrong.includes(name) ? t(`consult.wrong.${name}`) : undefined,
    autoComplete: 'off',
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = documentQueryOf(typed, ruc)
    if ('asked' in read) {
      setWrong([])
      consult.mutate(read.asked)
      return
    }
    setWrong(read.wrong)
    consult.reset()
    form.current?.querySelector<HTMLInputElement>(`[name=${read.wrong[0]}]`)?.focus()
  }
  const message = messageOf(typed, wrong, consult.error, t)
  return (
    <PublicPageFrame>
      <h1 className={c.title}>{t('consult.title')}</h1>
      <p className={c.text}>{t('consult.text')}</p>
      <form ref={form} className={c.form} onSubmit={submit} noValidate>
        <KindKeys value={typed.type} onChange={(type) => change({ type })} />
        <div className={c.two}>
          <LoginText
            {...at('serie')}
            label={t('consult.serie')}
            autoCapitalize="characters"
            placeholder={series[typed.type]}
            onChange={(text) =>
              change(splitWholeNumber(text) ?? { serie: text.trim().slice(0, 4).toUpperCase() })
            }
          />
          <LoginText
            {...at('number')}
            label={t('consult.number')}
            inputMode="numeric"
            onChange={(text) => change(splitWholeNumber(text) ?? { number: text })}
          />
        </div>
        <LoginText
          {...at('date')}
          label={t('consult.date')}
          type="date"
          onChange={(date) => change({ date })}
        />
        <LoginText
          {...at('total')}
          label={t('consult.total')}
          inputMode="decimal"
          onChange={(total) => change({ total })}
        />
        {message ? (
          <div className={c.error} role="alert">
            <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
            <span>{message}</span>
          </div>
        ) : null}
        <MainButton type="submit" busy={consult.isPending}>
          <IconSearch size={22} stroke={2} aria-hidden="true" className={c.icon} />
          {t('consult.search')}
        </MainButton>
      </form>
    </PublicPageFrame>
  )
}

/** Returns what is wrong as a whole: fields that are empty, fields to look at again, or the server's answer. */
function messageOf(typed: TypedDocument, wrong: readonly TypedPart[], error: Error | null, t: TFunction) {
  if (wrong.some((name) => !typed[name].trim())) return t('consult.fill')
  if (wrong.length > 0) return t('consult.review')
  if (!error) return null
  return isApiError(error) && error.code === 'not_found' ? t('consult.nothing') : errorText(error)
}

interface KindProps {
  value: TypedDocument['type']
  onChange: (type: TypedDocument['type']) => void
}

function KindKeys({ value, onChange }: KindProps) {
  const { t } = useTranslation()
  return (
    <div className={c.kinds} role="radiogroup" aria-label={t('consult.kind')}>
      {kinds.map(([code, name]) => (
        // biome-ignore lint/a11y/useSemanticElements: keys to tap, not the small circle of a radio
        <button
          key={code}
          type="button"
          role="radio"
          aria-checked={value === code}
          onClick={() => onChange(code)}
        >
          {t(`consult.${name}`)}
        </button>
      ))}
    </div>
  )
}

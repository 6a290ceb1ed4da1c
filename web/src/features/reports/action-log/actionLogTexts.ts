import i18n from '../../../i18n/i18n'
import { centimos, money } from '../../../ui/format'

/** One value that an action changed, as text. */
export interface FieldChange {
  name: string
  before: string | null
  after: string | null
}

type Values = Record<string, unknown>

const amounts = /(total|amount|price|paid|due|tip|difference|expected|opening)/

/** Returns the values before and after an action, side by side. */
export function changesOf(before: unknown, after: unknown): FieldChange[] {
  const [was, is] = [named(before), named(after)]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  return names
    .map((name) => ({ name: nameOf(name), before: text(name, was[name]), after: text(name, is[name]) }))
    .filter((change) => change.before !== null || change.after !== null)
}

/** A list counts as one value, under a name of its own. */
function named(value: unknown): Values {
  if (Array.isArray(value)) return value.length > 0 ? { items: value } : {}
  return isValues(value) ? value : {}
}

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function nameOf(name: string): string {
  const key = `options.log.field.${name}`
  return i18n.exists(key) ? i18n.t(key as 'options.log.field.table') : name.replaceAll('_', ' ')
}

function text(name: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return i18n.t(value ? 'options.log.yes' : 'options.log.no')
  if (Array.isArray(value))
    return (
      value
        .map((each) => text(name, each))
        .filter(Boolean)
        .join(', ') || null
    )
  if (isValues(value)) return thing(value)
  const plain = String(value)
  if (amounts.test(name) && /^-?\d+(\.\d+)?$/.test(plain)) return money(centimos(plain))
  const word = `options.log.word.${plain}`
  if (i18n.exists(word)) return i18n.t(word as 'options.log.word.PENDING')
  return plain
}

/** Returns "2 Lomo saltado", else the parts: "mesa Mesa 5, personas 4". */
function thing(value: Values): string {
  if (typeof value.name === 'string') {
    return value.quantity === undefined ? value.name : `${Number(value.quantity)} ${value.name}`
  }
  return Object.entries(value)
    .filter(([name]) => name !== 'id')
    .map(([name, each]) => [nameOf(name).toLowerCase(), text(name, each)])
    .filter(([, each]) => each !== null)
    .map(([name, each]) => `${name} ${each}`)
    .join(', ')
}

/* A user agent names several browsers: the first one of this list that it has is meant. */
const browsers = {
  'Edg/': 'Edge',
  'OPR/': 'Opera',
  'Firefox/': 'Firefox',
  'Chrome/': 'Chrome',
  'Safari/': 'Safari',
}
const systems = {
  Android: 'Android',
  iPhone: 'iPhone',
  iPad: 'iPad',
  Windows: 'Windows',
  'Mac OS X': 'Mac',
  Linux: 'Linux',
}

/** Returns "Chrome · Android" from a user agent. */
export function deviceOf(agent: string): string {
  const first = (names: Record<string, string>) =>
    Object.entries(names).find(([mark]) => agent.includes(mark))?.[1]
  const parts = [first(browsers), first(systems)].filter(Boolean)
  return parts.length > 0 ? parts.join(' · ') : agent.slice(0, 40)
}

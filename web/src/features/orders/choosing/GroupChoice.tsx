import { IconAlertTriangle, IconCheck, IconCornerDownRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChoiceGroup, ChoiceOption } from '../../../api/model'
import { ruleWithCount } from '../../../data/catalog/choiceRule'
import { amount, priceCentimos } from '../../../ui/format'
import { Contains } from '../allergy/Contains'
import c from './GroupChoice.module.css'
import { addsOf, type ChosenOption, countOf, missingIn, requiredOf, tapOption } from './rules'

interface Props {
  group: ChoiceGroup
  /** All groups, of which an option may open one. */
  all: ChoiceGroup[]
  /** The title of a group that an option opened; its own name where it is absent. */
  title?: string
  chosen: ChosenOption[]
  onChange: (chosen: ChosenOption[]) => void
  /** The groups that the chosen options open. */
  children?: ReactNode
}

/** Asks what to choose in one group: its rule in words, and a key for each option. */
export function GroupChoice({ group, all, title, chosen, onChange, children }: Props) {
  const { t } = useTranslation()
  // It counts the taps that were refused, so that each of them is seen.
  const [refused, setRefused] = useState(0)
  const tap = (option: ChoiceOption) => {
    const next = tapOption(group, chosen, option, all)
    setRefused(next ? 0 : refused + 1)
    if (next) onChange(next)
  }
  const count = countOf(chosen)
  const name = title ?? group.name
  const rule = ruleWithCount({ ...group, minimum: requiredOf(group) }, count)
  const isPlain = group.maximum === 1 && group.options.every(({ amount }) => priceCentimos(amount) === 0)
  const offered = group.options.filter(
    ({ id, status }) => status === 'ACTIVE' || chosen.some((each) => each.id === id),
  )
  return (
    <div className={c.group} data-refused={refused > 0 ? (refused % 2 ? 'odd' : 'even') : undefined}>
      <h3>
        {title ? <IconCornerDownRight size={18} stroke={2} aria-hidden="true" /> : null}
        {name}
        {title && group.maximum === 1 ? null : <span>{rule}</span>}
        <State group={group} count={count} missing={missingIn(group, chosen)} isRefused={refused > 0} />
      </h3>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take a name */}
      <div
        className={c.keys}
        data-plain={(title && isPlain) || undefined}
        role={group.maximum === 1 ? 'radiogroup' : 'group'}
        aria-label={`${name}. ${rule}`}
      >
        {offered.map((option) => (
          <OptionKey
            key={option.id}
            group={group}
            option={option}
            chosen={chosen}
            adds={addsOf(group, chosen, option)}
            isBare={!!title && isPlain}
            onTap={() => tap(option)}
          />
        ))}
      </div>
      {offered.length === 0 ? <p className={c.none}>{t('choosing.unavailable')}</p> : null}
      {children}
    </div>
  )
}

interface StateProps {
  group: ChoiceGroup
  count: number
  missing: number
  /** The last tap would have been one too many. */
  isRefused: boolean
}

function State({ group, count, missing, isRefused }: StateProps) {
  const { t } = useTranslation()
  if (!isRefused && missing === 0 && count === 0) return null
  const isGood = !isRefused && missing === 0
  const Glyph = isGood ? IconCheck : IconAlertTriangle
  return (
    <em className={isGood ? c.good : c.missing} role="status">
      <Glyph size={15} stroke={2.4} aria-hidden="true" />
      {isRefused
        ? t('choosing.most', { max: group.maximum })
        : isGood
          ? t('orders.chosen')
          : requiredOf(group) === 1
            ? t('orders.missing')
            : t('choosing.missing', { count: missing })}
    </em>
  )
}

interface KeyProps {
  group: ChoiceGroup
  option: ChoiceOption
  chosen: ChosenOption[]
  /** What it adds to the price, in céntimos. */
  adds: number
  /** It has neither box nor price: one of a few words, of which one is chosen. */
  isBare: boolean
  onTap: () => void
}

function OptionKey({ group, option, chosen, adds, isBare, onTap }: KeyProps) {
  const { t } = useTranslation()
  const units = chosen.find(({ id }) => id === option.id)?.quantity ?? 0
  const isOn = units > 0
  const isOne = group.maximum === 1
  const state = isOne ? { role: 'radio', 'aria-checked': isOn } : { 'aria-pressed': isOn }
  return (
    <button
      type="button"
      className={c.key}
      data-on={isOn || undefined}
      data-one={isOne || undefined}
      disabled={option.sold_out && !isOn}
      onClick={onTap}
      {...state}
    >
      {isBare ? null : (
        <i className={c.box} aria-hidden="true">
          {units > 1 ? units : isOn ? <IconCheck size={16} stroke={3} /> : null}
        </i>
      )}
      <span className={c.text}>
        <b>{option.name}</b>
        {option.sold_out ? (
          <span className={c.sold}>{t('orders.soldOut')}</span>
        ) : isBare ? null : (
          <span>{adds > 0 ? `+ ${amount(adds)}` : t('orders.included')}</span>
        )}
        <Contains allergens={option.allergens} />
      </span>
    </button>
  )
}

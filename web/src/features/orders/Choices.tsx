import { IconAlertTriangle, IconCheck, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Topping } from '../../api/model'
import type { Group } from '../../data/orders/catalog'
import { Chips, NoteField } from '../../ui/Chips'
import { amount, priceCentimos } from '../../ui/format'
import { Question } from '../../ui/Question'
import { Stepper } from '../../ui/Stepper'
import { Contains } from './allergy/Contains'
import c from './Choices.module.css'
import { GroupChoices } from './choosing/GroupChoices'
import type { Choices } from './useChoices'

/** Asks all that can be chosen of a product. */
export function ChoiceQuestions({ choices }: { choices: Choices }) {
  const { asks, available, known, state, set } = choices
  return (
    <>
      {asks.map((ask, at) => (
        <div key={ask.title ?? ''} className={c.pair} data-count={ask.groups.length}>
          {ask.groups.map((group, index) => (
            <VariantChoice
              key={group.name}
              dish={ask.title}
              group={group}
              value={state.chosen[at]?.[index] ?? null}
              onChange={(label) =>
                set.chosen(state.chosen.map((all, of) => (of === at ? all.with(index, label) : all)))
              }
            />
          ))}
        </div>
      ))}
      <GroupChoices choices={choices} />
      {available.length > 0 ? (
        <ToppingChoice toppings={available} value={state.toppings} onChange={set.toppings} />
      ) : null}
      <CommentChoice
        comments={known}
        value={state.comments}
        note={state.note}
        onChange={set.comments}
        onNote={set.note}
      />
    </>
  )
}

/** Asks one question with one answer: Término, Porción. */
function VariantChoice(props: {
  /** The dish that the question is about, within a combo; else null. */
  dish: string | null
  group: Group
  value: string | null
  onChange: (label: string) => void
}) {
  const { t } = useTranslation()
  const { group, value, onChange } = props
  const question = group.name || t('orders.variant')
  const name = props.dish ? `${props.dish} · ${question}` : question
  const priced = group.options.some((option) => option.extra > 0)
  return (
    <Question title={name} aside={<Answered done={value !== null} />}>
      <div className={c.keys} role="radiogroup" aria-label={name}>
        {group.options.map((option) => (
          // biome-ignore lint/a11y/useSemanticElements: keys of 64 px, not the small circle of a radio
          <button
            key={option.label}
            type="button"
            role="radio"
            aria-checked={option.label === value}
            className={c.key}
            onClick={() => onChange(option.label)}
          >
            <b>{option.label}</b>
            {priced ? (
              <span>{option.extra > 0 ? `+ ${amount(option.extra)}` : t('orders.included')}</span>
            ) : null}
            {option.label === value ? (
              <IconCheck className={c.tick} size={16} stroke={2.8} aria-hidden="true" />
            ) : null}
          </button>
        ))}
      </div>
    </Question>
  )
}

function Answered({ done }: { done: boolean }) {
  const { t } = useTranslation()
  const Glyph = done ? IconCheck : IconAlertTriangle
  return (
    <span className={done ? c.done : c.missing}>
      <Glyph size={15} stroke={2.4} aria-hidden="true" />
      {t(done ? 'orders.chosen' : 'orders.missing')}
    </span>
  )
}

interface ToppingProps {
  toppings: Topping[]
  value: Record<number, number>
  onChange: (value: Record<number, number>) => void
}

/** The whole row adds one; the stepper appears only where there is something. */
function ToppingChoice({ toppings, value, onChange }: ToppingProps) {
  const { t } = useTranslation()
  const total = Object.values(value).reduce((sum, count) => sum + count, 0)
  return (
    <Question
      title={t('orders.toppings')}
      aside={total > 0 ? t('orders.toppingsCount', { count: total }) : null}
    >
      <div className={c.toppings}>
        {toppings.map((topping) => {
          const count = value[topping.id] ?? 0
          const set = (next: number) => onChange({ ...value, [topping.id]: next })
          return (
            <div
              key={topping.id}
              className={c.topping}
              data-on={count > 0 || undefined}
              data-off={topping.sold_out || undefined}
            >
              <button
                type="button"
                className={c.toppingMain}
                disabled={topping.sold_out}
                onClick={() => set(count + 1)}
              >
                <b>{topping.name}</b>
                {topping.sold_out ? (
                  <span className={c.sold}>
                    <IconAlertTriangle size={14} stroke={2.2} aria-hidden="true" />
                    {t('orders.soldOut')}
                  </span>
                ) : (
                  <span>+ {amount(priceCentimos(topping.sale_amount) * Math.max(count, 1))}</span>
                )}
                <Contains allergens={topping.allergens} />
                {count === 0 && !topping.sold_out ? (
                  <IconPlus className={c.plus} size={20} stroke={2.2} aria-hidden="true" />
                ) : null}
              </button>
              {count > 0 ? (
                <Stepper
                  label={t('orders.qtyOf', { name: topping.name })}
                  size="small"
                  min={0}
                  max={20}
                  value={count}
                  onChange={set}
                />
              ) : null}
            </div>
          )
        })}
      </div>
    </Question>
  )
}

interface CommentProps {
  comments: string[]
  value: string[]
  note: string
  onChange: (value: string[]) => void
  onNote: (note: string) => void
}

/** Chooses comments for the cook: ready-made ones, and a field for the rest. */
function CommentChoice({ comments, value, note, onChange, onNote }: CommentProps) {
  const { t } = useTranslation()
  const toggle = (comment: string) =>
    onChange(value.includes(comment) ? value.filter((each) => each !== comment) : [...value, comment])
  return (
    <Question title={t('orders.forCook')}>
      <Chips cook options={comments} chosen={value} onToggle={toggle}>
        <NoteField label={t('orders.otherNote')} most={120} value={note} onChange={onNote} />
      </Chips>
    </Question>
  )
}

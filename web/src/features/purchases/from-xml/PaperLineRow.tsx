import { Button, NativeSelect } from '@mantine/core'
import { IconArrowRight, IconCheck, IconPencil } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SupplierLine, Unit } from '../../../api/model'
import { amount, centimos, quantity } from '../../../ui/format'
import { useTouch } from '../../../ui/viewport'
import { SupplyDrawer } from '../../../widgets/supplies/SupplyDrawer'
import { Digits } from '../create/Digits'
import { type Bought, type Buyable, purchaseUnits } from '../items'
import { type Entering, enteringPrice, enteringQuantity, type LineAnswer } from './answers'
import c from './FromXml.module.css'
import { ItemChoice } from './ItemChoice'
import { ourName } from './ourName'

interface Props {
  line: SupplierLine
  answer: LineAnswer
  items: Buyable[]
  units: Unit[]
  onAnswer: (answer: LineAnswer) => void
}

/** Shows a line of the document in the supplier's words, and the item that enters stock. */
export function PaperLineRow({ line, answer, items, units, onAnswer }: Props) {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<Entering | 'choose' | null>(null)
  const [creating, setCreating] = useState(false)
  const pick = (item: Bought) => {
    const { item_type, item_id, name, own_id } = item
    setEdited({ item_type, item_id, name, own_id, measurement_id: own_id, factor: '1' })
  }
  const wording = { quantity: quantity(line.quantity), unit: line.unit_code, code: line.code }
  const editing = edited !== null || answer.is === 'open'
  return (
    <li className={c.line} data-asks={answer.is === 'asked' || edited !== null || undefined}>
      <div className={c.theirs}>
        <span>{line.text}</span>
        <small>{t(line.code ? 'purchases.xml.line' : 'purchases.xml.lineBare', wording)}</small>
      </div>
      <IconArrowRight className={c.arrow} size={20} stroke={1.8} aria-hidden="true" />
      <div className={c.ours}>
        {!editing ? (
          <Answered
            line={line}
            answer={answer}
            units={units}
            onConfirm={(item) => onAnswer({ is: 'item', item, how: 'LIKENESS' })}
            onOther={() =>
              setEdited(answer.is === 'asked' ? 'choose' : answer.is === 'item' ? answer.item : 'choose')
            }
          />
        ) : edited && edited !== 'choose' ? (
          <Editing
            line={line}
            item={edited}
            units={units}
            onChange={setEdited}
            onOther={() => setEdited('choose')}
            onDone={() => {
              onAnswer({ is: 'item', item: edited, how: 'CHOSEN' })
              setEdited(null)
            }}
          />
        ) : (
          <ItemChoice
            label={t('purchases.xml.itemFor', { text: line.text })}
            items={items}
            onPick={pick}
            onCreate={() => setCreating(true)}
            onFreight={() => {
              onAnswer({ is: 'freight' })
              setEdited(null)
            }}
          />
        )}
      </div>
      <b className={c.total}>{amount(centimos(line.total))}</b>
      {creating ? (
        <SupplyDrawer
          supply={null}
          known={{ name: ourName(line.text) }}
          onSaved={({ id, name, measurement_id }) =>
            pick({ item_type: 'SUPPLY', item_id: id, name, own_id: measurement_id })
          }
          onClose={() => setCreating(false)}
        />
      ) : null}
    </li>
  )
}

interface AnsweredProps {
  line: SupplierLine
  answer: LineAnswer
  units: Unit[]
  onConfirm: (item: Entering) => void
  onOther: () => void
}

function Answered({ line, answer, units, onConfirm, onOther }: AnsweredProps) {
  const { t } = useTranslation()
  if (answer.is === 'open') return null
  const item = answer.is === 'freight' ? null : answer.item
  const unit = units.find((each) => each.id === item?.measurement_id)?.symbol ?? ''
  return (
    <>
      <span className={c.name}>
        <b>{item ? item.name : t('purchases.freight')}</b>
        <small>
          {item ? <Amount line={line} item={item} unit={unit} /> : t('purchases.xml.freightSpread')}
        </small>
      </span>
      {answer.is === 'asked' ? (
        <span className={c.ask}>
          <Button
            aria-label={t('purchases.xml.isThisFor', { name: answer.item.name })}
            onClick={() => onConfirm(answer.item)}
          >
            {t('purchases.xml.isThis')}
          </Button>
          <Button
            variant="default"
            aria-label={t('purchases.xml.otherFor', { text: line.text })}
            onClick={onOther}
          >
            {t('purchases.xml.other')}
          </Button>
        </span>
      ) : (
        <span className={c.known}>
          {answer.is === 'item' ? (
            <span>
              <IconCheck size={18} stroke={2.2} aria-hidden="true" />
              {t(`purchases.xml.how.${answer.how}`)}
            </span>
          ) : null}
          <button type="button" aria-label={t('purchases.xml.change', { text: line.text })} onClick={onOther}>
            <IconPencil size={18} stroke={1.8} aria-hidden="true" />
          </button>
        </span>
      )}
    </>
  )
}

function Amount({ line, item, unit }: { line: SupplierLine; item: Entering; unit: string }) {
  const { t } = useTranslation()
  const [all, price] = [enteringQuantity(line, item), enteringPrice(line, item)]
  if (all === null || price === null) return null
  return <>{t('purchases.xml.amount', { quantity: quantity(all), unit, price: amount(price) })}</>
}

interface EditingProps {
  line: SupplierLine
  item: Entering
  units: Unit[]
  onChange: (item: Entering) => void
  onOther: () => void
  onDone: () => void
}

/** Asks how much of which unit one of the document's unit is. */
function Editing({ line, item, units, onChange, onOther, onDone }: EditingProps) {
  const { t } = useTranslation()
  const unit = units.find((each) => each.id === item.measurement_id)?.symbol ?? ''
  const touch = useTouch()
  const row = useRef<HTMLDivElement>(null)
  // Enter chooses, and Enter confirms; on a touch screen the keyboard would only cover the lines.
  useEffect(() => {
    if (!touch) row.current?.querySelector('input')?.focus()
  }, [touch])
  return (
    <div className={c.editing} ref={row}>
      <span className={c.name}>
        <b>{item.name}</b>
        <small>
          <Amount line={line} item={item} unit={unit} />
        </small>
      </span>
      <div className={c.factor}>
        <span aria-hidden="true">{t('purchases.xml.factor', { unit: line.unit_code })}</span>
        <Digits
          label={t('purchases.xml.factorFor', { unit: line.unit_code, text: line.text })}
          bare
          decimals={6}
          value={item.factor}
          onChange={(factor) => onChange({ ...item, factor })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && enteringQuantity(line, item) !== null) onDone()
          }}
        />
        <NativeSelect
          aria-label={t('purchases.xml.unitFor', { text: line.text })}
          value={item.measurement_id}
          onChange={(event) => onChange({ ...item, measurement_id: Number(event.currentTarget.value) })}
          data={purchaseUnits(units, item.own_id).map((each) => ({
            value: String(each.id),
            label: each.symbol,
          }))}
        />
      </div>
      <span className={c.ask}>
        <Button
          disabled={enteringQuantity(line, item) === null}
          aria-label={t('purchases.xml.isThisFor', { name: item.name })}
          onClick={onDone}
        >
          {t('purchases.xml.isThis')}
        </Button>
        <Button
          variant="default"
          aria-label={t('purchases.xml.otherFor', { text: line.text })}
          onClick={onOther}
        >
          {t('purchases.xml.other')}
        </Button>
      </span>
    </div>
  )
}

import { useState } from 'react'
import { millionths } from '../../../ui/decimals'
import type { MeasuredUnit } from '../../../ui/measure'
import type { ChoicesProps } from '../ChoicesPanel'
import { measureOfGrams, viewOfScale } from './scaleReading'
import { useReadings, useScales } from './useScale'
import { asTyped, kindOf, type Typed, typeMeasure, type Weight, weigh } from './weighing'

const unknown: Weight = { gross: 0n, net: 0n, fault: 'nothing' }

type MeasureSource = 'scale' | 'type'

/** Holds how much a piece is: what a scale shows, what was typed, or what the label of a scale says. */
export function useMeasure({ product, editing, from, grams }: ChoicesProps, unit: MeasuredUnit) {
  const [chosen, setWay] = useState<MeasureSource | null>(grams === undefined ? null : 'type')
  const hasTare = product.tare != null
  // A label says what is left without a tare; a line is weighed again with the tare of the product.
  const typedWithTare = hasTare && grams === undefined
  const [typed, setTyped] = useState<Typed>(() => {
    if (grams !== undefined) return startOf(measureOfGrams(grams, unit), unit)
    const net = millionths((editing ?? from)?.measure)
    return net === null ? { text: '' } : startOf(net + (millionths(product.tare) ?? 0n), unit)
  })
  const [tares, setTares] = useState({ scale: hasTare, type: typedWithTare })
  const scales = useScales(kindOf(unit) === 'weight')
  const { scale } = scales
  const first: MeasureSource = scale?.is_online ? 'scale' : 'type'
  // A scale that comes or goes later leaves the person where they are.
  if (chosen === null && scales.isSettled) setWay(first)
  const way: MeasureSource = scale === null ? 'type' : (chosen ?? first)
  const heard = useReadings(scale !== null && way === 'scale' ? scale.id : null)
  const tareOn = tares[way]
  const tare = tareOn ? product.tare : null
  const limits = { ...product, unit }
  const view = scale && way === 'scale' ? viewOfScale(heard, scale.is_online, { limits, tare }) : null
  const press = (key: string) => {
    // A digit at the scale begins a typed weight; the erase key has nothing to erase there.
    if (way === 'scale' && !/^[\d.]$/.test(key)) return
    setWay('type')
    setTyped((now) => typeMeasure({ ...now, untouched: now.untouched || way === 'scale' }, key, unit))
  }
  return {
    scales,
    way,
    setWay,
    typed,
    press,
    view,
    weight: view ? (view.weight ?? unknown) : weigh(typed.text, tare, limits),
    tareOn,
    isTareTurned: tares.scale !== hasTare || tares.type !== typedWithTare,
    turnTare: () => setTares({ ...tares, [way]: !tareOn }),
  }
}

export type Measure = ReturnType<typeof useMeasure>

const startOf = (gross: bigint, unit: MeasuredUnit): Typed => ({
  text: asTyped(gross, unit),
  untouched: true,
})

import { IconFlame, IconHandStop } from '@tabler/icons-react'
import { type CSSProperties, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import type { HeldCourse, KitchenCard } from '../../../api/model'
import { queryClient } from '../../../api/query'
import { kitchenKeys } from '../../../data/kitchen/keys'
import { quantity } from '../../../ui/format'
import { measureText } from '../../../ui/measure'
import { useWrite } from '../../../ui/useWrite'
import { CardAllergy } from '../CardAllergy'
import { placeName } from '../CommandCard'
import { cardKey } from '../wall'
import c from './Held.module.css'
import type { HeldWall } from './held'

/** Counts what waits, beside the ages in the head. */
export function HeldCount({ wall }: { wall: HeldWall }) {
  const { t } = useTranslation()
  return (
    <span className={c.count}>
      <IconHandStop size={24} aria-hidden="true" />
      <b>{wall.courses.length}</b>
      <i>{t('courses.wall.held')}</i>
    </span>
  )
}

/** Says in the foot from when the minutes of a card count. */
export function FireNote() {
  const { t } = useTranslation()
  return <p className={c.note}>{t('courses.wall.minutes')}</p>
}

interface BelowProps {
  wall: HeldWall
  card: KitchenCard
  locked: boolean
}

/** Shows below the last card of an account what of it waits. */
export function HeldBelow({ wall, card, locked }: BelowProps) {
  const { t } = useTranslation()
  return wall.below.get(cardKey(card))?.map((course) => (
    <section key={course.course_id ?? 'none'} className={c.below}>
      <h3>
        <IconHandStop size={22} aria-hidden="true" />
        {course.course ? t('courses.wall.after', { course: course.course }) : t('courses.wall.afterRest')}
        <FireKey course={course} locked={locked} />
      </h3>
      <HeldLines course={course} />
    </section>
  ))
}

interface CardsProps {
  wall: HeldWall
  locked: boolean
  /** The number of cards before these. */
  before: number
  spotOf: (index: number) => CSSProperties | undefined
}

/** Shows after all cards the accounts that have nothing on the fire. */
export function HeldCards({ wall, locked, before, spotOf }: CardsProps) {
  const { t } = useTranslation()
  return wall.alone.map(({ key, label, courses }, index) => (
    <article
      key={key}
      className={c.alone}
      style={spotOf(before + index)}
      aria-label={t('courses.wall.heldLabel', { place: placeName(label) })}
    >
      {index === 0 ? (
        <p className={c.title}>
          <IconHandStop size={24} aria-hidden="true" />
          {t('courses.wall.nothingOnFire')}
        </p>
      ) : null}
      <div className={c.box}>
        {courses.map((course, at) => (
          <section key={course.course_id ?? 'none'}>
            <h3>
              {at === 0 ? (
                <>
                  <IconHandStop size={26} aria-hidden="true" />
                  <b>{placeName(label)}</b>
                </>
              ) : null}
              <span>{course.course}</span>
              <FireKey course={course} locked={locked} />
            </h3>
            {at === 0 && course.allergy ? <CardAllergy what={course.allergy} /> : null}
            <HeldLines course={course} />
          </section>
        ))}
      </div>
    </article>
  ))
}

function HeldLines({ course }: { course: HeldCourse }) {
  return (
    <ul className={c.lines}>
      {course.lines.map((line) => (
        <li key={`${line.id} ${line.component_id}`}>
          <b>{quantity(line.quantity)}</b> {line.name} {measureText(line)}
          {line.comment ? <em>{line.comment}</em> : null}
        </li>
      ))}
    </ul>
  )
}

/** The first tap only asks, because what was fired cannot be taken back; it asks for so long (ms). */
const askMs = 4_000

/** Fires a course from the wall: a tap asks, the second one does it. */
function FireKey({ course, locked }: { course: HeldCourse; locked: boolean }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const fire = useWrite(
    (_: undefined, key) =>
      write('POST', `/client-requests/${course.client_request_id}/fire`, key, {
        course_id: course.course_id ?? null,
      }),
    {
      failed: t('courses.wall.notFired'),
      onSuccess: () => void queryClient.invalidateQueries({ queryKey: kitchenKeys.all }),
      onError: () => void queryClient.invalidateQueries({ queryKey: kitchenKeys.all }),
    },
  )
  useEffect(() => {
    if (!isAsking) return
    const timer = setTimeout(() => setAsking(false), askMs)
    return () => clearTimeout(timer)
  }, [isAsking])
  const name = course.course.charAt(0).toLocaleLowerCase('es') + course.course.slice(1)
  const label = course.course ? t('courses.fire', { course: name }) : t('courses.fireRest')
  return (
    <button
      type="button"
      className={c.fire}
      data-asking={isAsking || undefined}
      aria-label={`${t('courses.wall.fireOf', { fire: label, place: placeName(course.label) })}${isAsking ? `. ${t('courses.wall.again')}` : ''}`}
      disabled={locked || fire.isPending}
      onClick={() => {
        setAsking(!isAsking)
        if (isAsking) fire.mutate(undefined)
      }}
    >
      <IconFlame size={26} stroke={2} aria-hidden="true" />
      {isAsking ? t('courses.wall.again') : null}
    </button>
  )
}

import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { KitchenFeed } from '../../api/model'
import { useConnection } from '../../api/realtime'
import { Failed, Loading } from '../../ui/LoadState'
import { fetchPartsLater, lazyPart } from '../../ui/lazyPart'
import { NewVersionBar } from '../../ui/NewVersionBar'
import { useNow } from '../../ui/now'
import { useNarrow } from '../../ui/viewport'
import { NoticeBar } from '../../widgets/print-alarm/NoticeBar'
import { CommandCard } from './CommandCard'
import { Figures } from './Figures'
import { useHeld } from './held/useHeld'
import c from './KitchenScreen.module.css'
import { MoreCardsButton } from './MoreCardsButton'
import { useAcknowledge, useKitchen, useSteps } from './queries'
import { useNewCommandSound } from './sound'
import { Totals } from './Totals'
import { useListed } from './useListed'
import { usePacked } from './usePacked'
import { useScreenAwake } from './useScreenAwake'
import { useWallArea } from './useWallArea'
import { WallFoot } from './WallFoot'
import { WallHead } from './WallHead'
import { cardKey, dishTotals, finishedCards, lateFirst, movesToSee, shownCards } from './wall'

const RecallDialog = lazyPart(() => import('./RecallDialog').then((m) => m.RecallDialog))

export default function KitchenScreen() {
  const { t } = useTranslation()
  useEffect(fetchPartsLater, [])
  const kitchen = useKitchen()
  // The kitchen screen is always dark, whatever the rest of the program looks like.
  return (
    <div className={c.screen} data-room="kitchen">
      {kitchen.data ? (
        <Wall feed={kitchen.data} fetchedAt={kitchen.dataUpdatedAt} failed={kitchen.isError} />
      ) : kitchen.isError ? (
        <main>
          <h1 className="sr">{t('kitchen.title')}</h1>
          <Failed title={t('kitchen.failed')} error={kitchen.error} onRetry={() => void kitchen.refetch()} />
        </main>
      ) : (
        <Loading label={t('kitchen.loading')} rows={4} height={160} />
      )}
    </div>
  )
}

function Wall({ feed, fetchedAt, failed }: { feed: KitchenFeed; fetchedAt: number; failed: boolean }) {
  const { t } = useTranslation()
  const [area, setArea] = useWallArea(feed.areas)
  const [recalling, setRecalling] = useState(false)
  useScreenAwake()
  const online = useConnection((state) => state.lostAt === null)
  const narrow = useNarrow()
  const lost = !online || failed
  // Ages follow the server's clock: the one of a kitchen screen is often wrong.
  const now = useNow() + (Date.parse(feed.now) - fetchedAt)
  const { undo, advance, undoLast, recall } = useSteps()
  const acknowledge = useAcknowledge()
  const cards = useMemo(() => shownCards(feed, area), [feed, area])
  const groups = lateFirst(cards, feed.areas, now)
  const aged = groups.flat()
  const sound = useNewCommandSound(
    useMemo(() => cards.map(cardKey), [cards]),
    area,
  )
  const lane = useRef<HTMLElement>(null)
  const held = useHeld(feed, area, aged)
  const { packed, spotOf } = usePacked(
    lane,
    [...groups.map((group) => group.map(({ card }) => cardKey(card))), ...held.keys],
    useListed(),
  )
  const moves = useMemo(() => movesToSee(cards), [cards])
  const totals = useMemo(() => dishTotals(cards, feed.totals), [cards, feed.totals])
  return (
    <>
      {/* A kitchen is quiet when nothing is to be cooked. */}
      {cards.length === 0 ? <NewVersionBar /> : null}
      <WallHead
        feed={feed}
        area={area}
        onArea={setArea}
        ages={aged.map(({ age }) => age)}
        lost={lost}
        sound={sound.on}
        onSound={() => void sound.toggle()}
        now={now}
      >
        {held.count}
      </WallHead>
      <NoticeBar />
      <main className={c.main} data-lost={lost || undefined}>
        {narrow
          ? (held.rail(cards, <Figures figures={feed.figures} />) ?? (
              <Totals totals={totals} folded>
                <Figures figures={feed.figures} />
              </Totals>
            ))
          : null}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so a keyboard must reach it */}
        <section ref={lane} className={c.cards} aria-label={t('kitchen.cards')} tabIndex={0}>
          {aged.map(({ card, minutes, age }, index) => (
            <CommandCard
              key={cardKey(card)}
              card={card}
              style={spotOf(index)}
              minutes={minutes}
              age={age}
              locked={lost}
              moved={moves.get(cardKey(card))}
              onStep={advance}
              onAcknowledge={acknowledge}
            >
              {held.below(card, lost)}
            </CommandCard>
          ))}
          {held.cards(lost, aged.length, spotOf)}
          {packed ? <div aria-hidden="true" className={c.pages} style={{ width: packed.reach }} /> : null}
          {cards.length + held.keys.length === 0 ? <p className={c.none}>{t('kitchen.none')}</p> : null}
        </section>
        {narrow ? null : (held.rail(cards) ?? <Totals totals={totals} />)}
      </main>
      <WallFoot lost={lost} feed={feed} undo={undo} onUndo={undoLast} onRecall={() => setRecalling(true)}>
        <MoreCardsButton lane={lane} aged={aged} packed={packed} />
        {held.note}
      </WallFoot>
      {recalling && !lost ? (
        <Suspense>
          <RecallDialog
            cards={finishedCards(feed, area)}
            now={now}
            onRecall={(step) => {
              recall(step)
              setRecalling(false)
            }}
            onClose={() => setRecalling(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

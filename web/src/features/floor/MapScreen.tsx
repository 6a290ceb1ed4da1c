import { SegmentedControl } from '@mantine/core'
import { IconCalendarClock, IconLayoutGrid, IconList, IconSearch, IconX } from '@tabler/icons-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { fieldErrors } from '../../api/errors'
import type { Floor } from '../../api/model'
import { useConnection } from '../../api/realtime'
import {
  allTables,
  findMeant,
  isBusy,
  shownRequests,
  shownTables,
  type TableFilter,
} from '../../data/floor/filters'
import { useFloor } from '../../data/floor/queries'
import { useUser } from '../../session/session'
import { ConnectionPill, LostBar } from '../../ui/Connection'
import { clock } from '../../ui/format'
import { IconButton } from '../../ui/IconButton'
import { Failed, Loading } from '../../ui/LoadState'
import { fetchPartsLater, lazyPart, loadAhead } from '../../ui/lazyPart'
import { NewVersionBar } from '../../ui/NewVersionBar'
import { useNow } from '../../ui/now'
import { SearchField } from '../../ui/SearchField'
import { useShortcuts } from '../../ui/shortcuts'
import { TopBar } from '../../ui/TopBar'
import { useTitle } from '../../ui/title'
import { useNarrow, usePhone } from '../../ui/viewport'
import { Brand } from '../../widgets/brand/Brand'
import { SalonTabs } from '../../widgets/floor/SalonTabs'
import { AlarmBar } from '../../widgets/print-alarm/AlarmBar'
import { UserMenu } from '../../widgets/user-menu/UserMenu'
import { MapDialogs } from './MapDialogs'
import c from './MapScreen.module.css'
import { useMapView } from './mapView'
import { useOpenRequest } from './mutations'
import { PhoneNav, type PhoneTab } from './PhoneNav'
import { Rail } from './Rail'
import { Room } from './Room'
import { StateChips } from './StateChips'
import { TableTile } from './TableTile'
import { useMapSearch } from './useMapSearch'
import { useTableActions } from './useTableActions'

loadAhead(() => import('../../data/orders/keepAccounts'))
const MapMenu = lazyPart(() => import('./MapMenu').then((m) => m.default))
const TableList = lazyPart(() => import('./TableList').then((m) => m.default))
const NewRequestDialog = lazyPart(() => import('./NewRequestDialog').then((m) => m.default))

export default function MapScreen() {
  const { t } = useTranslation()
  useTitle(t('floor.tables'))
  const floor = useFloor()
  const phone = usePhone()
  const search = useMapSearch(phone)
  const [tab, setTab] = useState<PhoneTab>('tables')
  const now = useNow()
  const online = useConnection((state) => state.lostAt === null)
  const field = (
    <SearchField
      ref={search.ref}
      label={t('floor.search')}
      value={search.term}
      autoFocus={phone}
      onChange={search.change}
      hint="/"
    />
  )
  return (
    <div className={c.screen}>
      <TopBar
        left={phone && search.open ? field : <Brand />}
        center={phone ? null : <div className={c.search}>{field}</div>}
        right={
          <>
            {phone ? (
              <IconButton
                label={t(search.open ? 'common.close' : 'floor.search')}
                onClick={search.open ? search.stop : search.start}
              >
                {search.open ? <IconX size={22} /> : <IconSearch size={22} />}
              </IconButton>
            ) : null}
            <ConnectionPill />
            <time className={c.clock}>{clock(now)}</time>
            <UserMenu>
              <MapMenu />
            </UserMenu>
          </>
        }
      />
      <NewVersionBar />
      <LostBar />
      <AlarmBar />
      {floor.data ? (
        <MapBody floor={floor.data} term={search.term} now={now} tab={tab} lost={!online} />
      ) : floor.isError ? (
        <Failed title={t('floor.failed')} error={floor.error} onRetry={() => void floor.refetch()} />
      ) : (
        <Loading label={t('floor.loading')} rows={4} height={112} />
      )}
      {floor.data ? <PhoneNav floor={floor.data} tab={tab} onTab={setTab} /> : null}
    </div>
  )
}

interface BodyProps {
  floor: Floor
  term: string
  now: number
  tab: PhoneTab
  lost: boolean
}

function MapBody({ floor, term, now, tab, lost }: BodyProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const user = useUser()
  const narrow = useNarrow()
  const phone = usePhone()
  const [salonId, setSalonId] = useState(floor.salons[0]?.id ?? 0)
  const [view, setView] = useMapView()
  const [filter, setFilter] = useState<TableFilter>(null)
  const [creating, setCreating] = useState<'takeaway' | 'delivery' | null>(null)
  const work = useTableActions(allTables(floor))
  useEffect(fetchPartsLater, [])
  // The second of two quick taps may come before the floor plan has gone: it opens no second order.
  const isOpened = useRef(false)
  const opening = useOpenRequest((id) => {
    isOpened.current = true
    open(id)
  })
  const create = (kind: 'takeaway' | 'delivery') => {
    isOpened.current = false
    setCreating(kind)
  }
  const salon = floor.salons.find((candidate) => candidate.id === salonId) ?? floor.salons[0]
  const tables = term
    ? shownTables(allTables(floor), filter, term, user.id, t('floor.table'))
    : shownTables(salon?.tables ?? [], filter, '', user.id, '')
  const requests = [...floor.takeaway, ...floor.delivery]
  const open = (id: number) => void navigate(`/order/${id}`)
  useShortcuts({
    Enter:
      term !== '' &&
      (() => {
        const found = findMeant(
          tables,
          shownRequests(requests, term),
          term,
          t('floor.table'),
          salon?.tables ?? [],
        )
        if (found && 'seats' in found) work.tap(found)
        else if (found) open(found.id)
      }),
  })

  // A room is drawn only where all of it is shown: a search reaches across salons.
  const drawn = view === 'map' && !narrow && !term
  const expected = allTables(floor).filter((table) => table.next_reservation).length

  return (
    <main className={c.main} data-lost={lost || undefined} data-tab={term ? 'found' : tab}>
      <section className={c.room} aria-label={t('floor.tables')}>
        <h1 className="sr">{t('floor.tables')}</h1>
        <div className={c.tabsRow}>
          <SalonTabs salons={floor.salons} value={salon?.id ?? 0} onChange={setSalonId} />
          <div className={c.tools}>
            <IconButton
              className={c.reservations}
              label={t('reservations.today', { count: expected })}
              onClick={() => work.setDialog({ what: 'reservations' })}
            >
              <IconCalendarClock size={22} stroke={1.9} aria-hidden="true" />
              {expected ? <em>{expected}</em> : null}
            </IconButton>
            {phone ? (
              <IconButton
                label={t(view === 'map' ? 'floor.asList' : 'floor.asTiles')}
                onClick={() => setView(view === 'map' ? 'list' : 'map')}
              >
                {view === 'map' ? (
                  <IconList size={22} stroke={1.9} aria-hidden="true" />
                ) : (
                  <IconLayoutGrid size={22} stroke={1.9} aria-hidden="true" />
                )}
              </IconButton>
            ) : (
              <SegmentedControl
                className={c.views}
                withItemsBorders={false}
                aria-label={t('floor.view')}
                value={view}
                onChange={(chosen) => setView(chosen as 'map' | 'list')}
                data={[
                  { value: 'map', label: <ViewLabel icon={IconLayoutGrid} text={t('floor.map')} /> },
                  { value: 'list', label: <ViewLabel icon={IconList} text={t('floor.list')} /> },
                ]}
              />
            )}
          </div>
        </div>
        {drawn && salon ? (
          <Room salon={salon} tables={tables} now={now} onOpen={work.tap} onMore={work.more} />
        ) : view === 'list' ? (
          <Suspense>
            <TableList tables={tables} now={now} onOpen={work.tap} onMore={work.more} />
          </Suspense>
        ) : (
          <div className={c.grid}>
            {tables.map((table) => (
              <TableTile key={table.id} table={table} now={now} onOpen={work.tap} onMore={work.more} />
            ))}
            {tables.length === 0 ? <p className={c.none}>{t('floor.noTables')}</p> : null}
          </div>
        )}
        <StateChips tables={salon?.tables ?? []} userId={user.id} filter={filter} onFilter={setFilter} />
      </section>
      <Rail
        floor={floor}
        term={term}
        now={now}
        only={term ? 'found' : tab === 'tables' ? null : tab}
        onNew={(kind) => work.whenLinked(() => create(kind))}
        busyTables={allTables(floor).filter(isBusy)}
      />
      <MapDialogs floor={floor} work={work} />
      {creating ? (
        <Suspense>
          <NewRequestDialog
            kind={creating}
            busy={opening.isPending}
            errors={fieldErrors(opening.error)}
            onClose={() => setCreating(null)}
            onCreate={(request) => (isOpened.current ? undefined : opening.mutate(request))}
          />
        </Suspense>
      ) : null}
    </main>
  )
}

function ViewLabel({ icon: Glyph, text }: { icon: typeof IconList; text: string }) {
  return (
    <span className={c.viewLabel}>
      <Glyph size={18} aria-hidden="true" />
      {text}
    </span>
  )
}

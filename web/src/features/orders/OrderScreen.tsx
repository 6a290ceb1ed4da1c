import { Button } from '@mantine/core'
import {
  IconChevronUp,
  IconClock,
  IconSearch,
  IconSend2,
  IconUser,
  IconUsers,
  IconX,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { ConnectionPill, LostBar } from '../../ui/Connection'
import { Dialog } from '../../ui/Dialog'
import { minutes, minutesSince, money } from '../../ui/format'
import { IconButton } from '../../ui/IconButton'
import { Failed, Loading } from '../../ui/LoadState'
import { useNow } from '../../ui/now'
import { SearchField } from '../../ui/SearchField'
import { BarTitle, TopBar } from '../../ui/TopBar'
import { UserMenu } from '../../ui/UserMenu'
import { usePhone } from '../../ui/viewport'
import { Account } from './Account'
import { AccountHeader } from './AccountHeader'
import { areasOf, piecesOf } from './account'
import { CategoryList } from './CategoryList'
import { ChoicesPanel } from './ChoicesPanel'
import { DismissPanel } from './DismissPanel'
import c from './OrderScreen.module.css'
import { ProductGrid } from './ProductGrid'
import { useCatalog, useRequest } from './queries'
import { type OrderWork, useOrderWork } from './useOrderWork'

export function Screen() {
  const { t } = useTranslation()
  const id = Number(useParams().requestId)
  const request = useRequest(id)
  const catalog = useCatalog()
  const work = useOrderWork(id, request.data, catalog.data)
  const failed = request.error ?? catalog.error
  if (work) return <Ready work={work} />
  return (
    <div className={c.screen}>
      <TopBar left={<BarTitle to="/pos" back={t('orders.back')} title={t('orders.loading')} />} />
      {failed ? (
        <Failed
          title={t('orders.failed')}
          error={failed}
          onRetry={() => {
            void request.refetch()
            void catalog.refetch()
          }}
        />
      ) : (
        <Loading label={t('orders.loading')} rows={4} height={156} />
      )}
    </div>
  )
}

function Ready({ work }: { work: OrderWork }) {
  const { t } = useTranslation()
  const phone = usePhone()
  const panel = <Panel work={work} />
  return (
    <div className={c.screen}>
      <Bar work={work} phone={phone} />
      <LostBar />
      <div className={c.body}>
        {work.term ? null : (
          <CategoryList categories={work.categories} value={work.category} onChange={work.setCategory} />
        )}
        <main
          className={c.products}
          data-wide={work.term ? true : undefined}
          data-panel={(work.panel && !phone) || undefined}
        >
          {work.panel && !phone ? (
            panel
          ) : (
            <ProductGrid
              products={work.shown}
              request={work.request}
              countOf={work.countOf}
              onPick={work.pick}
            />
          )}
        </main>
        {phone ? null : (
          <aside className={c.side} aria-label={t('orders.account')}>
            <FullAccount work={work} />
          </aside>
        )}
      </div>
      {phone ? <Peek work={work} /> : null}
      {phone && work.sheet ? (
        <Dialog label={t('orders.account')} shape="sheet" onClose={() => work.setSheet(false)}>
          <FullAccount work={work} sheet />
        </Dialog>
      ) : null}
      {phone && work.panel ? (
        <Dialog label={t('orders.choices')} shape="sheet" onClose={work.closePanel}>
          {panel}
        </Dialog>
      ) : null}
    </div>
  )
}

function Bar({ work, phone }: { work: OrderWork; phone: boolean }) {
  const { t } = useTranslation()
  const now = useNow()
  const { request } = work
  const field = (
    <SearchField
      ref={work.searchRef}
      label={t('orders.search')}
      value={work.term}
      autoFocus={phone}
      onChange={work.setTerm}
      onKeyDown={work.onSearchKey}
    />
  )
  if (phone && work.searching) {
    return (
      <TopBar
        left={field}
        right={
          <IconButton label={t('common.close')} onClick={work.stopSearch}>
            <IconX size={22} aria-hidden="true" />
          </IconButton>
        }
      />
    )
  }
  return (
    <TopBar
      left={
        <BarTitle to="/pos" back={t('orders.back')} title={work.place.title} place={work.place.place}>
          {request.type === 'TABLE' ? (
            <span>
              <IconUsers size={14} aria-hidden="true" />
              {request.persons}
              <span className="sr"> {t('floor.persons')}</span>
            </span>
          ) : null}
          <span>
            <IconClock size={14} aria-hidden="true" />
            {minutes(minutesSince(request.opened_at, now))}
          </span>
          <span>
            <IconUser size={14} aria-hidden="true" />
            {request.user.name}
          </span>
        </BarTitle>
      }
      center={phone ? null : field}
      right={
        phone ? (
          <IconButton label={t('orders.search')} onClick={work.startSearch}>
            <IconSearch size={22} aria-hidden="true" />
          </IconButton>
        ) : (
          <>
            <ConnectionPill />
            <UserMenu />
          </>
        )
      }
    />
  )
}

function Panel({ work }: { work: OrderWork }) {
  if (work.panel?.kind === 'choices') {
    return (
      <ChoicesPanel
        key={`${work.panel.product.id}-${work.panel.line?.id}`}
        product={work.panel.product}
        catalog={work.catalog}
        request={work.request}
        editing={work.panel.line}
        onBuild={work.build}
        onDone={work.finishChoices}
        onClose={work.closePanel}
      />
    )
  }
  if (work.panel?.kind === 'dismiss') {
    return (
      <DismissPanel
        request={work.request}
        first={work.panel.line}
        place={work.place.line}
        onClose={work.closePanel}
      />
    )
  }
  return null
}

function FullAccount({ work, sheet }: { work: OrderWork; sheet?: boolean }) {
  return (
    <Account
      request={work.request}
      unsent={work.unsent}
      selected={work.selected}
      working={work.panel !== null && !sheet}
      sending={work.sending}
      printing={work.printing}
      mayCollect={work.mayCollect}
      header={<AccountHeader work={work} sheet={sheet} />}
      building={work.building}
      hasOptions={work.hasOptions}
      onOptions={work.openOptions}
      onSelect={work.select}
      onQty={(lineId, qty) => work.change({ lineId, qty })}
      onComment={(lineId, comment) => work.change({ lineId, comment })}
      onSent={work.openDismiss}
      onSend={work.send}
      onPreBill={work.preBill}
      onCollect={work.collect}
    />
  )
}

/** At the thumb of a phone: the total, what is not sent, and sending. */
function Peek({ work }: { work: OrderWork }) {
  const { t } = useTranslation()
  const count = piecesOf(work.unsent)
  return (
    <div className={c.peek}>
      <button type="button" className={c.peekAccount} onClick={() => work.setSheet(true)}>
        <IconChevronUp size={22} stroke={2.2} aria-hidden="true" />
        <span>
          <b>{money(work.total)}</b>
          <span>{count > 0 ? t('orders.unsentCount', { count }) : t('orders.seeAccount')}</span>
        </span>
      </button>
      <Button
        className={c.peekSend}
        disabled={count === 0}
        loading={work.sending}
        leftSection={<IconSend2 size={20} aria-hidden="true" />}
        onClick={work.send}
      >
        <span className={c.twoLines}>
          <b>{t('orders.sendPlain')}</b>
          <span>{areasOf(work.unsent)}</span>
        </span>
      </Button>
    </div>
  )
}

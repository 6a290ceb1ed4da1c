import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useUser } from '../../session/session'
import { ConnectionPill, LostBar } from '../../ui/Connection'
import { Loading } from '../../ui/LoadState'
import { PlaceTabs } from '../../ui/PlaceTabs'
import { BarTitle, TopBar } from '../../ui/TopBar'
import { usePhone } from '../../ui/viewport'
import { UserMenu } from '../../widgets/user-menu/UserMenu'
import c from './OptionsScreen.module.css'
import { tabsOf } from './tabs'

/** Shows the other tasks at the point of sale, one per tab; the address says which one is open. */
export default function OptionsScreen() {
  const { t } = useTranslation()
  const user = useUser()
  const phone = usePhone()
  const [params, setParams] = useSearchParams()
  const tabs = tabsOf(user)
  const tab = tabs.find((each) => each.id === params.get('tab')) ?? tabs[0]
  const open = (id: string) => {
    // The table that the address named first stays chosen from tab to tab; filters of another tab do not.
    const origin = params.get('origin')
    setParams(origin ? { tab: id, origin } : { tab: id })
  }
  return (
    <div className={c.screen}>
      <TopBar
        left={<BarTitle to="/pos" back={t('orders.back')} title={t('options.title')} />}
        right={
          phone ? null : (
            <>
              <ConnectionPill />
              <UserMenu />
            </>
          )
        }
      />
      <LostBar />
      <div className={c.tabs}>
        <PlaceTabs
          dense
          label={t('options.title')}
          value={tab?.id}
          onChange={open}
          places={tabs.map(({ id, icon: Glyph }) => ({
            id,
            name: (
              <>
                <Glyph size={20} stroke={1.9} aria-hidden="true" />
                {t(`options.tab.${id}`)}
              </>
            ),
          }))}
        />
      </div>
      <main className={c.body}>
        {tab ? (
          <Suspense key={tab.id} fallback={<Loading label={t('options.loading')} rows={4} height={112} />}>
            <tab.Body />
          </Suspense>
        ) : null}
      </main>
    </div>
  )
}

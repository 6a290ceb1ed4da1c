import { useTranslation } from 'react-i18next'
import { commandsOf } from '../../data/orders/account'
import c from './Account.module.css'
import { AccountFoot } from './AccountFoot'
import { AccountHeader } from './AccountHeader'
import { AccountNotices } from './AccountNotices'
import { Allergy } from './allergy/Allergy'
import { Destination } from './Destination'
import { SentLines } from './SentLines'
import { StuckJobs } from './StuckJobs'
import { UnsentLines } from './UnsentLines'
import type { OrderScreenState } from './useOrderScreen'

/** The account at the side, or in the sheet of a phone: its name, its lines, and the next action. */
export function Account({ work, sheet }: { work: OrderScreenState; sheet?: boolean }) {
  const { t } = useTranslation()
  const commands = commandsOf(work.request)
  const empty = work.taps.unsent.length === 0 && commands.length === 0 && !work.building
  // While a work panel is open no line is selected: the panel has its own choices.
  const selected = work.view.panel && !sheet ? null : work.view.selected
  const Courses = work.courses?.CourseLines
  return (
    <div className={c.account}>
      <div className={c.header}>
        <AccountHeader work={work} sheet={sheet} />
      </div>
      <Allergy work={work} />
      <Destination work={work} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard */}
      <section className={c.lines} tabIndex={0} aria-label={t('orders.lines')}>
        <AccountNotices work={work} lines="apart" />
        <StuckJobs requestId={work.request.id} />
        {empty ? <p className={c.empty}>{t('orders.empty')}</p> : null}
        {Courses ? (
          <Courses work={work} selected={selected} />
        ) : (
          <>
            <UnsentLines work={work} selected={selected} />
            {commands.map((group) => (
              <SentLines key={group.command.id} work={work} group={group} selected={selected} />
            ))}
          </>
        )}
      </section>
      <AccountFoot work={work} working={work.view.panel !== null && !sheet} sheet={sheet} />
    </div>
  )
}

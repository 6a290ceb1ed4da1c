import { useTranslation } from 'react-i18next'
import { openPdf } from '../../api/pdf'
import { capitalised } from '../../ui/format'
import { NoticeCard } from './NoticeCard'
import { type Notice, ofLine } from './notices'
import { dismissNotice } from './outbox'
import type { Fields } from './taps'
import type { OrderWork } from './useOrderWork'

/** What must be known of the account; what is about one line stands at the line instead, where the lines are seen. */
export function AccountNotices({ work, lines }: { work: OrderWork; lines: 'apart' | 'too' }) {
  return work.notices
    .filter((notice) => lines === 'too' || ofLine(notice) === null || !hasLine(work, notice))
    .map((notice) => <OneNotice key={notice.id} work={work} notice={notice} />)
}

/** The notices of a line, below it. */
export function LineNotices({ work, lineId }: { work: OrderWork; lineId: number }) {
  return work.notices
    .filter((notice) => ofLine(notice) === lineId)
    .map((notice) => <OneNotice key={notice.id} work={work} notice={notice} />)
}

const hasLine = (work: OrderWork, notice: Notice) => work.unsent.some((line) => line.id === ofLine(notice))

function OneNotice({ work, notice }: { work: OrderWork; notice: Notice }) {
  const { t } = useTranslation()
  const said = useMine()
  const over = () => dismissNotice(notice.id)
  const line = work.unsent.find((each) => each.id === ofLine(notice))
  const offer = (label: string, onDo: () => void) => ({
    label,
    onDo: () => {
      over()
      onDo()
    },
  })
  switch (notice.kind) {
    case 'clash':
      return (
        <NoticeCard
          tone="warning"
          onDismiss={over}
          actions={
            line
              ? [offer(t('orders.notice.putMine', said(notice.mine)), () => work.change(line, notice.mine))]
              : []
          }
        >
          {t('orders.notice.clash', { name: notice.name })}
        </NoticeCard>
      )
    case 'kept':
      return (
        <NoticeCard
          tone="warning"
          onDismiss={over}
          actions={line ? [offer(t('orders.notice.removeStill'), () => work.remove(line))] : []}
        >
          {t('orders.notice.kept', { name: notice.name })}
        </NoticeCard>
      )
    case 'gone': {
      const { built } = notice
      return (
        <NoticeCard
          tone="warning"
          onDismiss={over}
          actions={built ? [offer(t('orders.notice.addAgain'), () => work.add(built))] : []}
        >
          {t('orders.notice.gone', { name: notice.name })}
        </NoticeCard>
      )
    }
    case 'sent': {
      const { more } = notice
      return (
        <NoticeCard
          tone="warning"
          onDismiss={over}
          actions={more ? [offer(t('orders.notice.addMore', { count: more.qty }), () => work.add(more))] : []}
        >
          {t('orders.notice.sent', { name: notice.name })}
        </NoticeCard>
      )
    }
    case 'refused':
      return (
        <NoticeCard tone="bad" title={`${notice.title}.`} onDismiss={over}>
          {notice.text}
        </NoticeCard>
      )
    case 'area':
      return (
        <NoticeCard tone="warning" onDismiss={over}>
          {notice.text}
        </NoticeCard>
      )
    case 'pdf':
      return (
        <NoticeCard
          tone="info"
          onDismiss={over}
          actions={[
            {
              label: t('orders.notice.openPdf'),
              onDo: () =>
                void openPdf(`/orders/${notice.requestId}/command-order-pdf`, {
                  command_id: notice.commandId,
                  area: notice.area,
                }),
            },
          ]}
        >
          {t('orders.notice.pdf', {
            area: capitalised(notice.area),
            number: String(notice.number).padStart(4, '0'),
          })}
        </NoticeCard>
      )
  }
}

/** My own values in a few words: "2 · sin ají". */
function useMine() {
  const { t } = useTranslation()
  return (mine: Partial<Fields>) => ({
    what: [
      mine.qty === undefined ? null : String(mine.qty),
      mine.variant?.name,
      mine.toppings?.map((topping) => `+ ${topping.name}`).join(', '),
      mine.comment === undefined ? null : mine.comment || t('orders.notice.noComment'),
    ]
      .filter(Boolean)
      .join(' · '),
  })
}

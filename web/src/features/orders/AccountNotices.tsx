import type { TFunction } from 'i18next'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/errors'
import { openPdf } from '../../api/pdf'
import { chosenOf } from '../../data/orders/lineText'
import { inSmallLetters } from '../../ui/format'
import { measureText } from '../../ui/measure'
import { showToast } from '../../ui/toasts'
import { NoticeCard } from './NoticeCard'
import { lineIdOf, type Notice } from './notices'
import { dismissNotice } from './outbox'
import type { LineFields, ShownLine } from './taps'
import type { OrderScreenState } from './useOrderScreen'

/** Shows the notices about an account; one that is about a line stands at the line instead, where the lines are seen. */
export function AccountNotices({ work, lines }: { work: OrderScreenState; lines: 'apart' | 'too' }) {
  return work.taps.notices
    .filter((notice) => lines === 'too' || lineIdOf(notice) === null || !lineOf(work, notice))
    .map((notice) => <OneNotice key={notice.id} work={work} notice={notice} />)
}

/** Shows the notices of a line, below it. */
export function LineNotices({ work, lineId }: { work: OrderScreenState; lineId: number }) {
  return work.taps.notices
    .filter((notice) => lineIdOf(notice) === lineId)
    .map((notice) => <OneNotice key={notice.id} work={work} notice={notice} />)
}

const lineOf = (work: OrderScreenState, notice: Notice) =>
  work.taps.unsent.find((line) => line.id === lineIdOf(notice))

function OneNotice({ work, notice }: { work: OrderScreenState; notice: Notice }) {
  const { t } = useTranslation()
  const over = () => dismissNotice(notice.id)
  const told = tell(notice, { t, work, line: lineOf(work, notice) })
  const actions = told.offer
    ? [
        {
          label: told.offer.label,
          onDo: () => {
            if (!told.offer?.stays) over()
            told.offer?.onDo()
          },
        },
      ]
    : []
  return (
    <NoticeCard tone={told.tone ?? 'warning'} title={told.title} actions={actions} onDismiss={over}>
      {told.text}
    </NoticeCard>
  )
}

interface Told {
  text: string
  tone?: ComponentProps<typeof NoticeCard>['tone']
  title?: string
  /** The action that the notice offers; after it the notice goes, unless it stays. */
  offer?: { label: string; onDo: () => void; stays?: boolean } | null
}

interface Around {
  t: TFunction
  work: OrderScreenState
  line: ShownLine | undefined
}

const tell = <Kind extends Notice['kind']>(notice: Extract<Notice, { kind: Kind }>, around: Around): Told =>
  (words[notice.kind] as (notice: Notice, around: Around) => Told)(notice, around)

const words: { [Kind in Notice['kind']]: (notice: Extract<Notice, { kind: Kind }>, around: Around) => Told } =
  {
    clash: ({ name, mine }, { t, work, line }) => ({
      text: t('orders.notice.clash', { name }),
      offer: line && {
        label: t('orders.notice.putMine', { what: said(mine, line, t) }),
        onDo: () => work.taps.change(line, mine),
      },
    }),
    kept: ({ name }, { t, work, line }) => ({
      text: t('orders.notice.kept', { name }),
      offer: line && { label: t('orders.notice.removeStill'), onDo: () => work.taps.remove(line) },
    }),
    gone: ({ name, built }, { t, work }) => ({
      text: t('orders.notice.gone', { name }),
      offer: built && { label: t('orders.notice.addAgain'), onDo: () => work.add(built) },
    }),
    sent: ({ name, more }, { t, work }) => ({
      text: t('orders.notice.sent', { name }),
      offer: more && {
        label: t('orders.notice.addMore', { count: more.qty }),
        onDo: () => work.add(more),
      },
    }),
    refused: ({ title, text, built }, { t, work }) => {
      const onDo = built && work.chooseAgain(built)
      const offer = onDo && { label: t('orders.goOnChoosing'), onDo }
      return { tone: 'bad', title: `${title}.`, text, offer }
    },
    area: ({ text }) => ({ text }),
    allergy: ({ text }) => ({ text }),
    pdf: ({ requestId, commandId, area, number }, { t }) => ({
      tone: 'info',
      text: t('orders.notice.pdf', { area: inSmallLetters(area), number: String(number).padStart(4, '0') }),
      offer: {
        label: t('orders.notice.openPdf'),
        stays: true,
        onDo: () =>
          void openPdf(`/orders/${requestId}/command-order-pdf`, { command_id: commandId, area }).catch(
            (error) => showToast('danger', t('payments.pdfFailed'), errorText(error)),
          ),
      },
    }),
  }

/** Returns the values typed here in a few words: "2 · sin ají". */
const said = (mine: Partial<LineFields>, { sale_unit }: ShownLine, t: TFunction) =>
  [
    mine.measure == null ? null : measureText({ sale_unit, measure: mine.measure }),
    mine.qty === undefined ? null : String(mine.qty),
    mine.variant?.name,
    mine.choices && chosenOf(mine.choices).join(', '),
    mine.toppings?.map((topping) => `+ ${topping.name}`).join(', '),
    mine.course?.name,
    mine.comment === undefined ? null : mine.comment || t('orders.notice.noComment'),
  ]
    .filter(Boolean)
    .join(' · ')

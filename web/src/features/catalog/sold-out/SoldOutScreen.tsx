import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { get, write } from '../../../api/client'
import type { SaleCatalog } from '../../../api/model'
import { queryClient } from '../../../api/query'
import { useRoom } from '../../../api/realtime'
import { catalogKeys } from '../../../data/catalog/keys'
import { landing } from '../../../session/permissions'
import { useUser } from '../../../session/session'
import { LostBar } from '../../../ui/Connection'
import { searchKey } from '../../../ui/format'
import { Empty, Failed, Loading } from '../../../ui/LoadState'
import { Card } from '../../../ui/OfficePage'
import { SearchField } from '../../../ui/SearchField'
import { BarTitle, TopBar } from '../../../ui/TopBar'
import { useWrite } from '../../../ui/useWrite'
import { UserMenu } from '../../../widgets/user-menu/UserMenu'
import c from './SoldOutScreen.module.css'

type Kind = 'products' | 'toppings'

interface Item {
  id: number
  kind: Kind
  name: string
  /** The text that a search looks in: name and codes. */
  found: string
  group: string
  sold_out: boolean
}

/** Marks dishes and toppings that are sold out today: one tap takes them off every till, another brings them back. */
export default function SoldOutScreen() {
  const { t } = useTranslation()
  const user = useUser()
  useRoom('catalog')
  const [text, setText] = useState('')
  const sale = useQuery({
    queryKey: catalogKeys.sale,
    queryFn: ({ signal }) => get('/catalog/sale', undefined, signal),
  })
  const words = searchKey(text).split(/\s+/).filter(Boolean)
  const all = sale.data ? itemsOf(sale.data, t('toppings.title')) : []
  const found = all.filter((item) => words.every((word) => item.found.includes(word)))
  const out = found.filter((item) => item.sold_out)
  const groups = [...new Set(found.map((item) => item.group))]
  const home = landing(user)
  return (
    <div className={c.screen}>
      <TopBar
        left={<BarTitle to={home} back={t('soldOut.back')} title={t('soldOut.title')} />}
        right={<UserMenu />}
      />
      <LostBar />
      <main className={c.page}>
        <SearchField label={t('soldOut.search')} value={text} onChange={setText} />
        {sale.isError ? (
          <Failed title={t('soldOut.failed')} error={sale.error} onRetry={() => void sale.refetch()} />
        ) : !sale.data ? (
          <Loading label={t('soldOut.title')} rows={6} height={60} />
        ) : found.length === 0 ? (
          <Empty title={t('soldOut.noMatch')} />
        ) : (
          <>
            {out.length > 0 ? <Group title={t('soldOut.now', { count: out.length })} items={out} /> : null}
            {groups.map((group) => (
              <Group
                key={group}
                title={group}
                items={found.filter((item) => item.group === group && !item.sold_out)}
              />
            ))}
          </>
        )}
      </main>
    </div>
  )
}

function Group({ title, items }: { title: string; items: Item[] }) {
  if (items.length === 0) return null
  return (
    <Card padded label={title}>
      <h2 className={c.title}>{title}</h2>
      <ul className={c.list}>
        {items.map((item) => (
          <Row key={`${item.kind}${item.id}`} item={item} />
        ))}
      </ul>
    </Card>
  )
}

function Row({ item }: { item: Item }) {
  const { t } = useTranslation()
  /** The state that was tapped, until the catalog has it too. */
  const [wanted, setWanted] = useState<boolean>()
  const shown = () => setWanted(undefined)
  const mark = useWrite(
    (sold_out: boolean, key) =>
      item.kind === 'products'
        ? write('PUT', `/products/${item.id}/sold-out`, key, { sold_out })
        : write('PUT', `/toppings/${item.id}/sold-out`, key, { sold_out }),
    {
      failed: t('soldOut.markFailed'),
      onSuccess: () => void queryClient.invalidateQueries({ queryKey: catalogKeys.all }).then(shown),
      onError: () => {
        shown()
        return undefined
      },
    },
  )
  const off = wanted ?? item.sold_out
  return (
    <li>
      <Switch
        size="lg"
        labelPosition="left"
        label={item.name}
        description={off ? t('soldOut.isOut') : undefined}
        checked={off}
        onChange={(event) => {
          setWanted(event.currentTarget.checked)
          mark.mutate(event.currentTarget.checked)
        }}
        color="red"
        classNames={{ root: c.switch, body: c.body }}
      />
    </li>
  )
}

function itemsOf(sale: SaleCatalog, toppings: string): Item[] {
  const names = new Map(sale.categories.map((each) => [each.id, each.name]))
  return [
    ...sale.products.map(({ id, name, code, barcode, variants, sold_out, category_id }) => {
      const found = searchKey([name, code, barcode, ...variants.map((each) => each.barcode)].join(' '))
      return { id, kind: 'products' as const, name, found, sold_out, group: names.get(category_id) ?? '' }
    }),
    ...sale.toppings.map(({ id, name, sold_out }) => {
      return { id, kind: 'toppings' as const, name, found: searchKey(name), sold_out, group: toppings }
    }),
  ]
}

import { IconAlertTriangle, IconCopy, IconFileSpreadsheet } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import type { OfficeProduct } from '../../../api/model'
import { catalogKeys } from '../../../data/catalog/keys'
import { filterOptions, useAreas, useCategories } from '../../../data/catalog/selectOptions'
import { percent, plain } from '../../../ui/figures'
import { amount, centimos, inSmallLetters } from '../../../ui/format'
import { ListScreen } from '../../../ui/list/ListScreen'
import { useStatusFilter } from '../../../ui/list/useStatusFilter'
import { measureText, perUnit } from '../../../ui/measure'
import { popItem } from '../../../ui/PopMenu'
import { SheetDialog } from '../../../widgets/sheets/SheetDialog'
import { SheetFiles } from '../../../widgets/sheets/SheetFiles'
import { useImporting } from '../../../widgets/sheets/useImporting'
import { SoldOut } from '../SoldOut'
import { BulkDialog } from './bulk/BulkDialog'
import { ProductDrawer } from './ProductDrawer'
import { ProductPicture } from './ProductPicture'
import c from './Products.module.css'
import { useDuplicate } from './useDuplicate'

/** The server changes at most this many at once. */
const maxChosen = 500

/** Formats a price as it is charged, in whole céntimos. */
const price = (text: string | null | undefined) => (text == null ? '—' : amount(centimos(text)))

export function ProductsList({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation()
  const status = useStatusFilter(false)
  const categories = useCategories('PRODUCT')
  const areas = useAreas()
  const importing = useImporting()
  const duplicate = useDuplicate()
  return (
    <>
      <ListScreen
        title={t('products.title')}
        entity={{ name: t('products.entity') }}
        tabs={tabs}
        path="/products"
        queryKey={catalogKeys.products}
        alsoStale={[catalogKeys.sale]}
        name={(row) => row.name}
        nameLabel={t('products.one')}
        nameSort="name"
        note={(row) => <Note row={row} />}
        picture={(row) => <ProductPicture product={row} size={40} />}
        columns={[
          {
            key: 'code',
            label: t('products.code'),
            sortable: true,
            from: 'desktop',
            value: (row) => row.code ?? row.barcode ?? '—',
          },
          {
            key: 'category',
            label: t('products.category'),
            sortable: true,
            from: 'tablet',
            value: (row) => row.category,
          },
          {
            key: 'production_area',
            label: t('products.area'),
            sortable: true,
            from: 'desktop',
            value: (row) => <AreaName row={row} />,
          },
          {
            key: 'sale_amount',
            label: t('products.price'),
            sortable: true,
            align: 'right',
            strong: true,
            value: (row) => (
              <>
                {price(row.sale_amount)}
                <span className={c.per}>{perUnit(row)}</span>
              </>
            ),
          },
          {
            key: 'delivery_price',
            label: t('products.delivery'),
            sortable: true,
            align: 'right',
            from: 'desktop',
            value: (row) => price(row.delivery_price),
          },
          {
            key: 'margin_percent',
            label: t('products.margin'),
            sortable: true,
            align: 'right',
            from: 'desktop',
            value: (row) => (
              <span className={row.suggested_price == null ? undefined : c.short}>
                {percent(row.margin_percent)}
              </span>
            ),
          },
        ]}
        filters={[
          { name: 'category_id', label: t('products.category'), options: filterOptions(categories.data) },
          { name: 'production_area_id', label: t('products.area'), options: filterOptions(areas.data) },
          {
            name: 'without_area',
            label: t('products.kitchen'),
            options: [{ value: 'true', label: t('products.withoutArea') }],
          },
          {
            name: 'below_min_stock',
            label: t('products.stock'),
            options: [{ value: 'true', label: t('products.belowMinimum') }],
          },
          {
            name: 'sold_out',
            label: t('products.today'),
            options: [{ value: 'true', label: t('products.soldOutToday') }],
          },
          status,
        ]}
        search={t('products.search')}
        summary={(count, active) => t('products.summary', { count, active })}
        setStatus={(row, wanted, key) => write('PUT', `/products/${row.id}`, key, { status: wanted })}
        remove={(row, key) => write('DELETE', `/products/${row.id}`, key, {})}
        removeText={() => t('products.removeText')}
        many={{ max: maxChosen, change: (ids, close) => <BulkDialog ids={ids} onClose={close} /> }}
        menu={(row) => (
          <>
            <button type="button" className={popItem} onClick={() => duplicate.mutate(row.id)}>
              <IconCopy size={20} stroke={1.8} aria-hidden="true" />
              {t('products.duplicate')}
            </button>
            <SoldOut path={`/products/${row.id}/sold-out`} row={row} queryKey={catalogKeys.products} />
          </>
        )}
        actions={<SheetFiles sheet="products" onImport={importing.open} />}
        create={{ label: t('products.new'), short: t('products.newShort') }}
        empty={{
          title: t('products.emptyTitle'),
          text: t('products.emptyText'),
          way: t('products.way'),
          wayText: t('products.wayText'),
          more: [
            {
              label: t('import.way'),
              text: t('import.of.products.wayText'),
              icon: <IconFileSpreadsheet size={22} stroke={1.8} aria-hidden="true" />,
              onClick: importing.open,
            },
          ],
        }}
        wholeRow
        form={(row, close) => <ProductDrawer key={row?.id ?? 'new'} product={row} onClose={close} />}
      />
      {importing.isOpen ? <SheetDialog sheet="products" onClose={importing.close} /> : null}
    </>
  )
}

/** True for a product that no area makes although nobody said so; a combo's dishes have areas of their own. */
const isForgotten = (row: OfficeProduct) =>
  row.production_area_id == null && !row.skips_kitchen && !row.is_combo

function AreaName({ row }: { row: OfficeProduct }) {
  const { t } = useTranslation()
  if (row.production_area) return inSmallLetters(row.production_area)
  return row.skips_kitchen ? t('products.noKitchen') : '—'
}

/** Shows one note about a product, the most pressing one. */
function Note({ row }: { row: OfficeProduct }) {
  const { t } = useTranslation()
  const warning = isForgotten(row)
    ? t('products.nobodyMakesIt')
    : row.below_min_stock
      ? t('products.left', { left: stockOf(row) })
      : row.sold_out
        ? t('products.soldOutToday')
        : null
  if (warning)
    return (
      <span className={c.warn}>
        <IconAlertTriangle size={15} stroke={2} aria-hidden="true" />
        {warning}
      </span>
    )
  if (row.is_combo) return t('products.isCombo')
  if (row.has_variants) return t('products.withVariants')
  if (row.has_supplies) return t('products.withRecipe')
  return row.stock_left ? t('products.inStock', { left: stockOf(row) }) : null
}

const stockOf = ({ sale_unit, stock_left }: OfficeProduct) =>
  measureText({ sale_unit, measure: stock_left ?? '0' }) || plain(stock_left ?? '0')

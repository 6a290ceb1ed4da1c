import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { list, write } from '../../../api/client'
import type { KitchenComment } from '../../../api/model'
import { catalogKeys } from '../../../data/catalog/keys'
import { filterOptions, optionsOf, useCategories } from '../../../data/catalog/selectOptions'
import { FormDrawer } from '../../../ui/form/FormDrawer'
import { TextField } from '../../../ui/form/fields'
import { RemoteSelectField, SelectField } from '../../../ui/form/SelectField'
import { ListScreen } from '../../../ui/list/ListScreen'

/** Lists the ready-made comments for the cook: for any dish, for those of a category, or for one. */
export function CommentsList({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation()
  const categories = useCategories('PRODUCT')
  return (
    <ListScreen
      title={t('comments.title')}
      entity={{ name: t('comments.entity') }}
      tabs={tabs}
      path="/comment"
      queryKey={catalogKeys.comments}
      alsoStale={[catalogKeys.sale]}
      name={(row) => row.name}
      nameLabel={t('comments.one')}
      nameSort="name"
      columns={[
        {
          key: 'category',
          label: t('comments.for'),
          sortable: true,
          value: (row) => row.item ?? row.category ?? t('comments.anything'),
        },
      ]}
      filters={[
        { name: 'category_id', label: t('comments.category'), options: filterOptions(categories.data) },
      ]}
      search={t('comments.search')}
      summary={(count) => t('comments.summary', { count })}
      remove={(row, key) => write('DELETE', `/comment/${row.id}`, key, {})}
      removeText={() => t('comments.removeText')}
      create={{ label: t('comments.new'), short: t('comments.newShort') }}
      empty={{
        title: t('comments.emptyTitle'),
        text: t('comments.emptyText'),
        way: t('comments.way'),
        wayText: t('comments.wayText'),
      }}
      form={(row, close) => <CommentDrawer key={row?.id ?? 'new'} comment={row} onClose={close} />}
    />
  )
}

function CommentDrawer({ comment, onClose }: { comment: KitchenComment | null; onClose: () => void }) {
  const { t } = useTranslation()
  const categories = useCategories('PRODUCT').data
  const found = async (term: string, signal: AbortSignal) => {
    const products = await list('/products', { page: 1, per_page: 30, term }, signal)
    return optionsOf(products.rows)
  }
  return (
    <FormDrawer
      title={comment ? t('comments.edit') : t('comments.new')}
      entity={{ name: t('comments.entity') }}
      isNew={comment === null}
      start={{
        name: comment?.name ?? '',
        category_id: comment?.category_id ?? null,
        item_id: comment?.item_id ?? null,
      }}
      save={(values, key, changed) =>
        comment
          ? write('PUT', `/comment/${comment.id}`, key, changed)
          : write('POST', '/comment', key, values)
      }
      nameOf={(values) => values.name}
      stale={[catalogKeys.comments, catalogKeys.sale]}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={t('comments.nameField')}
        required
        maxLength={80}
        placeholder={t('comments.example')}
      />
      <SelectField
        name="category_id"
        label={t('comments.category')}
        description={t('comments.categoryText')}
        options={optionsOf(categories)}
        clearable
      />
      <RemoteSelectField
        name="item_id"
        label={t('comments.product')}
        description={t('comments.productText')}
        queryKey={catalogKeys.picked}
        search={found}
        chosen={comment?.item_id ? { value: comment.item_id, label: comment.item ?? '' } : null}
        clearable
      />
    </FormDrawer>
  )
}

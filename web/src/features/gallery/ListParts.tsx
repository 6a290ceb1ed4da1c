import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { dishOf } from '../../ui/dishes'
import { Empty, Failed, Loading } from '../../ui/LoadState'
import { ListEmpty } from '../../ui/list/ListEmpty'
import { Plate } from '../../ui/Plate'
import c from './GalleryScreen.module.css'
import { Section } from './Section'

const failure = new ApiError(500, 'internal', '', {}, 'req_8f2c41')
const nothing = () => undefined

/** Shows the states of a list without rows: empty, no match, loading, and failed. */
export function ListParts() {
  const { t } = useTranslation()
  return (
    <Section title={t('gallery.lists')}>
      <ListEmpty
        title={t('gallery.emptyTitle')}
        text={t('gallery.emptyText')}
        picture={<Plate dish={dishOf('Lomo saltado')} size={148} />}
        ways={[
          { label: t('gallery.way'), text: t('gallery.wayText'), onClick: nothing },
          {
            label: t('gallery.otherWay'),
            text: t('gallery.otherWayText'),
            icon: <IconFileSpreadsheet size={26} stroke={1.8} aria-hidden="true" />,
            onClick: nothing,
          },
        ]}
      />
      <div className={c.columns}>
        <div className={c.framed}>
          <Empty title={t('gallery.noneTitle')} text={t('gallery.noneText')} />
        </div>
        <div className={c.framed}>
          <Loading label={t('gallery.loading')} rows={4} />
        </div>
        <div className={c.framed}>
          <Failed title={t('gallery.failedTitle')} error={failure} onRetry={nothing} />
        </div>
      </div>
    </Section>
  )
}

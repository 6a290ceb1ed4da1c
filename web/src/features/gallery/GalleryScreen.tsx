import { useTranslation } from 'react-i18next'
import { Tabs, useTab } from '../../ui/list/Tabs'
import { OfficePage } from '../../ui/OfficePage'
import { FieldParts } from './FieldParts'
import c from './GalleryScreen.module.css'
import { ListParts } from './ListParts'
import { Papers } from './Papers'
import { ButtonParts, DialogParts, KeyParts, NoticeParts, PlateParts, StateParts } from './Parts'

/** Shows every part of the screens in its states, and every printed document, to check a change of the theme by eye. */
export default function GalleryScreen() {
  const { t } = useTranslation()
  const tab = useTab(['parts', 'papers'])
  return (
    <OfficePage title={t('gallery.title')} summary={t('gallery.summary')}>
      <Tabs
        label={t('gallery.tabs')}
        current={tab}
        tabs={[
          { key: 'parts', label: t('gallery.parts') },
          { key: 'papers', label: t('gallery.papers') },
        ]}
      />
      {tab === 'papers' ? (
        <Papers />
      ) : (
        <>
          <div className={c.parts}>
            <ButtonParts />
            <NoticeParts />
            <DialogParts />
            <StateParts />
            <KeyParts />
            <PlateParts />
          </div>
          <FieldParts />
          <ListParts />
        </>
      )}
    </OfficePage>
  )
}

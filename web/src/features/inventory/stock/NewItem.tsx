import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnchored } from '../../../ui/anchored'
import { popItem } from '../../../ui/PopMenu'
import { useAddress } from '../../../ui/useAddress'
import menu from '../../../widgets/sheets/SheetFiles.module.css'

/** Makes a new supply or product where it is missed. */
export function NewItem() {
  const { t } = useTranslation()
  const [, change] = useAddress()
  const id = useId()
  const { opener, panel, close } = useAnchored<HTMLButtonElement>('left')
  const make = (open: string) => {
    close()
    change({ open })
  }
  return (
    <>
      <Button
        ref={opener}
        variant="default"
        popoverTarget={id}
        leftSection={<IconPlus size={18} stroke={2.2} aria-hidden="true" />}
      >
        {t('stockList.new')}
      </Button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a popover in every browser */}
      <div
        id={id}
        popover="auto"
        role="group"
        aria-label={t('stockList.new')}
        className={menu.menu}
        {...panel}
      >
        <button type="button" className={popItem} onClick={() => make('new-supply')}>
          {t('stockList.newSupply')}
        </button>
        <button type="button" className={popItem} onClick={() => make('new-product')}>
          {t('stockList.newProduct')}
        </button>
      </div>
    </>
  )
}

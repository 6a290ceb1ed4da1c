import { Button } from '@mantine/core'
import { IconFileTypeXml } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

/** Links to a purchase from the supplier's file. */
export function FromXmlButton() {
  const { t } = useTranslation()
  return (
    <Button
      component={Link}
      to="/purchase/from-xml"
      variant="default"
      leftSection={<IconFileTypeXml size={20} stroke={1.8} aria-hidden="true" />}
    >
      {t('purchases.xml.button')}
    </Button>
  )
}

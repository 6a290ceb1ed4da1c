import { useTranslation } from 'react-i18next'
import { list } from '../../api/client'
import type { District } from '../../api/model'
import { clientKeys } from '../../data/clients/keys'
import { RemoteSelectField } from '../../ui/form/SelectField'
import { inSmallLetters } from '../../ui/format'

type Place = Pick<District, 'ubigeo' | 'district' | 'province' | 'department'>

const title = (place: Place) =>
  `${[place.district, place.province, place.department].map(inSmallLetters).join(', ')} · ${place.ubigeo}`

/** Finds a district of Peru by any part of its name; the value is the ubigeo. */
export function DistrictField({ of }: { of: Place }) {
  const { t } = useTranslation()
  return (
    <RemoteSelectField
      name="ubigeo"
      label={t('company.district')}
      description={t('company.districtText')}
      queryKey={clientKeys.districts}
      search={async (term, signal) => {
        const found = await list('/ubigeo', { term }, signal)
        return found.rows.map((place) => ({ value: place.ubigeo, label: title(place) }))
      }}
      chosen={of.ubigeo && of.district ? { value: of.ubigeo, label: title(of) } : null}
    />
  )
}

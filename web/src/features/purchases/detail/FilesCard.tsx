import { Button } from '@mantine/core'
import { IconFileTypePdf, IconFileTypeXml, IconPaperclip, IconPhoto, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { upload, write } from '../../../api/client'
import { errorText } from '../../../api/errors'
import type { Purchase, PurchaseFile } from '../../../api/model'
import { saveFile } from '../../../api/pdf'
import { queryClient } from '../../../api/query'
import { purchaseKeys } from '../../../data/purchases/keys'
import { ConfirmDialog } from '../../../ui/ConfirmDialog'
import { megabytes } from '../../../ui/format'
import { IconButton } from '../../../ui/IconButton'
import { Card } from '../../../ui/OfficePage'
import { showToast } from '../../../ui/toasts'
import { useWrite } from '../../../ui/useWrite'
import c from './FilesCard.module.css'

const mostBytes = 5 * 1024 * 1024
const mostFiles = 10
const icons = {
  XML: IconFileTypeXml,
  PDF: IconFileTypePdf,
  JPEG: IconPhoto,
  PNG: IconPhoto,
  WEBP: IconPhoto,
}

/** Lists the attached files: the supplier's XML, a PDF, photos. */
export function FilesCard({ purchase, writes }: { purchase: Purchase; writes: boolean }) {
  const { t } = useTranslation()
  const [leaving, setLeaving] = useState<PurchaseFile | null>(null)
  const { attach, isAttaching, remove } = useAttachments(purchase.id)
  const isFull = purchase.files.length >= mostFiles
  return (
    <Card padded label={t('purchases.files.title')}>
      <header className={c.head}>
        <h2>{t('purchases.files.title')}</h2>
        {writes ? <AttachButton isFull={isFull} busy={isAttaching} onChoose={attach} /> : null}
      </header>
      {purchase.files.length === 0 ? (
        <p className={c.hint}>{t(writes ? 'purchases.files.none' : 'purchases.files.noneRead')}</p>
      ) : (
        <ul className={c.files} aria-label={t('purchases.files.title')}>
          {purchase.files.map((file) => (
            <FileRow
              key={file.id}
              purchaseId={purchase.id}
              file={file}
              onRemove={writes ? () => setLeaving(file) : null}
            />
          ))}
        </ul>
      )}
      {isFull ? <p className={c.hint}>{t('purchases.files.full')}</p> : null}
      {leaving ? (
        <ConfirmDialog
          title={t('purchases.files.removeTitle', { name: leaving.name })}
          text={t('purchases.files.removeText')}
          action={t('purchases.files.removeYes')}
          onConfirm={() => {
            remove(leaving.id)
            setLeaving(null)
          }}
          onClose={() => setLeaving(null)}
        />
      ) : null}
    </Card>
  )
}

/** Attaches files to the purchase, and removes them. */
function useAttachments(purchaseId: number) {
  const { t } = useTranslation()
  const again = () => void queryClient.invalidateQueries({ queryKey: purchaseKeys.one(purchaseId) })
  const attach = useWrite(
    ({ file }: { file: File; mark: string }, key) => upload(`/purchase/${purchaseId}/files`, key, file),
    {
      failed: t('purchases.files.failed'),
      onSuccess: (kept) => {
        again()
        showToast('success', t('purchases.files.attached'), kept.name)
      },
    },
  )
  const remove = useWrite(
    (file: number, key) => write('DELETE', `/purchase/${purchaseId}/files/${file}`, key, {}),
    {
      failed: t('purchases.files.removeFailed'),
      onSuccess: () => {
        again()
        showToast('success', t('purchases.files.removed'))
      },
    },
  )
  return {
    attach: (file: File) => {
      if (file.size > mostBytes)
        return showToast('danger', t('purchases.files.failed'), t('purchases.files.tooBig'))
      attach.mutate({ file, mark: `${file.name} ${file.size} ${file.lastModified}` })
    },
    isAttaching: attach.isPending,
    remove: (file: number) => remove.mutate(file),
  }
}

interface AttachProps {
  isFull: boolean
  busy: boolean
  onChoose: (file: File) => void
}

function AttachButton({ isFull, busy, onChoose }: AttachProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        className="sr"
        tabIndex={-1}
        aria-label={t('purchases.files.choose')}
        accept=".xml,.pdf,image/jpeg,image/png,image/webp"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          if (file) onChoose(file)
          event.currentTarget.value = ''
        }}
      />
      <Button
        variant="default"
        loading={busy}
        disabled={isFull}
        leftSection={<IconPaperclip size={20} stroke={1.8} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {t('purchases.files.attach')}
      </Button>
    </>
  )
}

interface FileProps {
  purchaseId: number
  file: PurchaseFile
  /** It is null for those who only read purchases. */
  onRemove: (() => void) | null
}

/** Shows one file: a tap saves it on the device. */
function FileRow({ purchaseId, file, onRemove }: FileProps) {
  const { t } = useTranslation()
  const Icon = icons[file.kind]
  const save = () =>
    saveFile(`/purchase/${purchaseId}/files/${file.id}`, file.name).catch((error: Error) =>
      showToast('danger', t('purchases.files.getFailed'), errorText(error)),
    )
  return (
    <li>
      <button
        type="button"
        aria-label={t('purchases.files.get', { name: file.name })}
        onClick={() => void save()}
      >
        <Icon size={22} stroke={1.7} aria-hidden="true" />
        <span>{file.name}</span>
        <small>{megabytes(file.size)}</small>
      </button>
      {onRemove ? (
        <IconButton label={t('purchases.files.remove', { name: file.name })} onClick={onRemove}>
          <IconTrash size={20} stroke={1.8} aria-hidden="true" />
        </IconButton>
      ) : null}
    </li>
  )
}

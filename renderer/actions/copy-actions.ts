// Actions that copy something of a row.
import { Copy, Link, Mail, Phone } from 'lucide-react'
import { say } from '../../shared/language.ts'
import { fieldsOfRow, firstField } from '../items/record-detail.ts'
import type { PaletteRow } from '../items/rows.ts'
import { showNotice } from '../state/store.ts'
import { copyText } from '../ui/clipboard.ts'
import { chords } from '../ui/keyboard.ts'
import { isInBrief, items, main, type Table } from './action.ts'
import { itemOf } from './handlers.ts'

const contactOf = (row: PaletteRow | null, kind: 'email' | 'phone'): string | undefined => {
  const item = itemOf(row)
  return item === null ? undefined : firstField(fieldsOfRow(item), kind)?.value
}

const copyContact = (row: PaletteRow | null, kind: 'email' | 'phone'): void => {
  if (row === null) return
  const { title } = row
  const value = contactOf(row, kind)
  if (value === undefined)
    return showNotice(say(kind === 'email' ? 'contact.noEmail' : 'contact.noPhone', { title }))
  void copyText(value).then(() => showNotice(say('contact.copied', { value }), 'success'))
}

/** In the order of the panel. */
export const copyActions = {
  copyEmail: {
    title: 'contact.copyEmail',
    icon: Mail,
    chord: 'Mod+Shift+E',
    in: ['palette', 'browse'],
    on: items,
    when: ({ row }) => contactOf(row, 'email') !== undefined,
    group: 'copy',
    run: ({ row }) => copyContact(row, 'email'),
  },
  copyPhone: {
    title: 'contact.copyPhone',
    icon: Phone,
    chord: 'Mod+Shift+T',
    in: ['palette', 'browse'],
    on: items,
    when: ({ row }) => contactOf(row, 'phone') !== undefined,
    group: 'copy',
    run: ({ row }) => copyContact(row, 'phone'),
  },
  copyTitle: {
    title: (context) =>
      say(
        isInBrief(context)
          ? 'brief.copy'
          : itemOf(context.row)?.kind === 'member'
            ? 'action.copyName'
            : 'common.copyTitle',
      ),
    label: (view) => (view === 'brief' ? 'help.copyBrief' : 'common.copyTitle'),
    icon: Copy,
    chord: chords.copyTitle,
    in: main,
    on: 'any',
    when: (context) => isInBrief(context) || itemOf(context.row) !== null || context.row?.type === 'captured',
    group: 'copy',
    run: ({ row, host }) => {
      const text = host.text === undefined ? row?.title : host.text()
      const said = host.text === undefined ? 'common.titleCopied' : 'brief.copied'
      if (text !== undefined) void copyText(text).then(() => showNotice(say(said)))
    },
  },
  copyLink: {
    title: 'common.copyLink',
    icon: Link,
    chord: chords.copyLink,
    in: ['palette', 'browse'],
    on: ['task', 'record', 'meeting', 'notification', 'other'],
    group: 'copy',
    run: ({ row }) => {
      const item = itemOf(row)
      if (item !== null) void copyText(item.webUrl).then(() => showNotice(say('common.linkCopied')))
    },
  },

  copyLauncherLink: {
    title: 'action.copyLauncherLink',
    icon: Link,
    in: ['palette', 'browse', 'brief'],
    on: ['task', 'record'],
    group: 'copy',
    run: ({ row }) => {
      const item = itemOf(row)
      if (item !== null)
        void copyText(`svc-launcher://${item.kind}/${item.id}`).then(() =>
          showNotice(say('common.linkCopied')),
        )
    },
  },
} as const satisfies Table

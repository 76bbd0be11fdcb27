// Opens items in the system browser, and joins meetings.
import { say } from '../../shared/language.ts'
import { call } from '../state/bridge.ts'
import { hideLater, showError, showNotice } from '../state/store.ts'

/** Opens the item in the system browser, then hides the window. */
export const openInBrowser = (item: { kind: string; id: string }): void => {
  call('items.open', { kind: item.kind, id: item.id }).then(hideLater(), showError)
}

export const joinMeeting = (id: string): void => {
  call('items.join', { id }).then(hideLater(), showError)
}

/** Joins the meeting that runs or comes next today, or says that there is none. */
export const joinNext = (): void => {
  const hide = hideLater()
  call('items.joinNext').then(
    (isJoined) => (isJoined ? hide() : showNotice(say('said.noMeeting'))),
    showError,
  )
}

// What the pages behind `webUrl` say when there is nothing else to show.
import { messagePage } from '../oauth/pages/pages.ts'

export const absentPage = messagePage({
  title: 'Nothing here',
  text: 'This was deleted or moved, or you are not allowed to see it.',
  status: 404,
})

export const lockedPage = messagePage({
  title: 'The workspace is locked',
  text: 'It has more members than its limit. Its owner can raise the limit or remove members.',
  status: 423,
})

export const usedCode =
  'This link was used already or has expired. Open it again from Svc Launcher, or sign in here.'

export const withoutPassword = 'No password? Open the page again from Svc Launcher: it signs you in.'

export const signedIn = messagePage({
  title: 'You are signed in',
  text: 'You can close this page.',
  status: 200,
})
export const signedOut = messagePage({
  title: 'You are signed out',
  text: 'You can close this page.',
  status: 200,
})
export const markedRead = messagePage({
  title: 'Marked as read',
  text: 'You can close this page.',
  status: 200,
})

export const badForm = messagePage({
  title: 'This form cannot be used',
  text: 'It did not come from this page, or the page is too old. Open the page again.',
  status: 400,
})

export const failurePage = messagePage({
  title: 'Something went wrong',
  text: 'The server could not show this page. Try again later.',
  status: 500,
})

export const unavailablePage = messagePage({
  title: 'Not available now',
  text: 'The server cannot reach its data. Try again in a moment.',
  status: 503,
})

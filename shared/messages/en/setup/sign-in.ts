// The first run, the wait for the browser, and the way back after an expiry.
export const signIn = {
  'signIn.again': 'Sign in again',
  'signIn.ended': 'Your session has ended. Sign in again; your text is kept.',
  'signIn.greeting': 'Your tasks, records and meetings, one keystroke away.',
  'signIn.useLocal': 'Use a local workspace',
  'signIn.wasIn': 'You were signed in to {workspace} as {name}.',
  'signIn.aboutLocal': 'A local workspace lives on this computer only and needs no account.',
  'signIn.asks': 'Allow access in your browser. We’ll continue automatically.',
  'signIn.openAgain': 'Open again',
  'signIn.address': 'Workspace address',
  'signIn.address.example': 'workspace.example.com',
  'signIn.address.hint':
    'Take it from a link to your workspace, for example your invitation: the part before the first single slash.',
  'signIn.address.missing': 'Enter the address of your workspace.',
  'signIn.local': 'Local workspace',
  'signIn.name': 'Your name',
  'signIn.name.missing': 'Enter your name.',
  'signIn.demo': 'Add demo data',
  'signIn.demo.hint': 'Sample people, companies, tasks and meetings.',
  'signIn.create': 'Create',
  'signIn.creating': 'Creating…',
  'signIn.openLocal': 'Open your local workspace ({name})',
  'signIn.opening': 'Opening…',
  'signOut.title': 'Sign out of {workspace}?',
  'signOut.text': 'Saved copies are removed from this computer.',
  'signOut.local': 'The workspace and everything in it stay on this computer.',
  'signOut.waiting':
    '{count, plural, one {# change is not sent yet. It stays} other {# changes are not sent yet. They stay}} on this computer until you sign in again.',
  'signIn.hotkey.taken': '{hotkey} is used by another program. Choose another in Settings after you sign in.',
  'signIn.hotkey.unavailable':
    'This desktop does not support global hotkeys. Bind a key to {toggle} in its keyboard settings.',
  'signIn.hotkey.works': '{hotkey} works. It opens the launcher from anywhere.',
  'signIn.hotkey.unconfirmed': 'Your desktop has not confirmed {hotkey} yet. Press it now to test it.',
  'signIn.hotkey.try':
    '{hotkey} opens the launcher from anywhere. Try it: press it to hide the launcher, and again to show it.',
} as const

// Settings → Local workspace, and the switch between workspaces.
export const workspaces = {
  'local.title': 'Local workspace',
  'local.name': 'Your name',
  'local.renamed': 'Your name was changed.',
  'local.about':
    'Everything is in one folder on this computer. A backup holds all of it but the key of your calendar addresses: restored on another computer, each calendar asks for its address again.',
  'local.backUp': 'Back up…',
  'local.restore': 'Restore…',
  'local.move': 'Move to a server…',
  'local.openFolder': 'Open folder',
  'local.backupFile': 'Backup',
  'local.exportFile': 'Export',
  'local.backingUp': 'Backing up…{count, plural, =0 {} one { # row} other { # rows}}',
  'local.reading': 'Reading the backup…{count, plural, =0 {} one { # row} other { # rows}}',
  'local.exporting': 'Writing the file…{count, plural, =0 {} one { # line} other { # lines}}',
  'local.backedUp': 'The backup is complete: {file}',
  'local.notWritten': 'The file could not be written. Choose another place.',
  'local.notBackup': 'This file cannot be read as a backup. Nothing was changed.',
  'local.notLocalBackup': 'This backup does not hold a local workspace. Nothing was changed.',
  'local.newerBackup':
    'This backup was made by a newer version. Update Svc Launcher first. Nothing was changed.',
  'local.openElsewhere':
    'Another program has the workspace open. Close it, and restore again. Nothing was changed.',
  'local.notRestored': 'The backup could not be restored. Nothing was changed.',
  'local.restore.title': 'Restore the backup of {date}?',
  'local.restore.text':
    'It holds the workspace of {name}. Your present workspace is kept beside it as {file}.',
  'local.restore.confirm': 'Restore',
  'local.restoring': 'Restoring…',
  'local.restored': 'The backup was restored. The previous workspace is kept as {file}',
  'local.move.title': 'Move to a server',
  'local.move.written': 'The workspace was written to {file}. It stays on this computer as well.',
  'local.move.copy': 'Copy this file to the server, or send it to whoever runs it.',
  'local.move.import':
    'On the server, these commands import it as a new workspace and give you a password. Put your own short name and email address in.',
  'local.move.copyCommands': 'Copy the commands',
  'local.move.copied': 'Copied',
  'local.move.signIn': 'Then choose “Switch workspace…” here, and sign in at the address of the server.',
  'local.move.note':
    'Calendars ask for their addresses again. Changes that you make here from now on are not in the file.',
  'switch.title': 'Switch workspace',
  'switch.here': 'on this computer',
  'switch.detail': '{person} · {address}',
  'switch.waiting': '{count, plural, one {# change waits} other {# changes wait}} in {workspace}',
  'switch.elsewhere': 'Sign in to another workspace…',
  'switch.button': 'Switch workspace…',
  'switch.open': 'Open {workspace} ({person})',
} as const
